import { describe, expect, it } from 'vitest';
import type { MemoryOperation } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { NO_QUEUE, RandomChoices } from '../../../rtl-model/kernel/index.js';
import { ReturnOrder } from '../../../rtl-model/memory/return-order.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { createSmallDraw, createSmallScenario } from '../../transactions/support/scenarios.js';

const order = new ReturnOrder();

/** Creates a wave of a draw with the given MEM_ORDERED value. */
function makeWave(ordered: 0 | 1): Wave {
  const scenario = createSmallScenario({
    draws: [createSmallDraw({ registers: { SPI_SHADER_PGM_RSRC1_PS: ordered << 25 } })],
  });
  const context = new DeviceContext(scenario, new RandomChoices('0x1'), null);
  const wave = new Wave(0);
  wave.reset(0, 0, planDraws(context, scenario)[0]!);
  return wave;
}

const makeOperation = (space: MemoryOperation['space'], counter: MemoryOperation['counter']) =>
  ({ space, counter }) as MemoryOperation;
const load = makeOperation('buffer', 'vm');
const store = makeOperation('buffer', 'vs');
const imageLoad = makeOperation('image', 'vm');
const imageStore = makeOperation('image', 'vs');
const scalar = makeOperation('scalar', 'lgkm');

describe('ReturnOrder', () => {
  it('keeps vector accesses in issue order, regardless of their counters', () => {
    const wave = makeWave(1);
    expect(
      [store, load, imageStore, load, store].map((operation) => order.perform(wave, operation, 100)),
    ).toEqual([100, 101, 102, 103, 104]);
  });

  it("keeps each counter's decrements in order, independently of the others", () => {
    const wave = makeWave(1);
    expect([load, store, load, store].map((operation) => order.return(wave, operation, 100))).toEqual([
      100, 100, 101, 101,
    ]);
  });

  it('orders image accesses separately from other accesses if MEM_ORDERED is off', () => {
    const wave = makeWave(0);
    expect(
      [load, imageStore, imageLoad, load].map((operation) => order.perform(wave, operation, 100)),
    ).toEqual([100, 100, 101, 101]);
    expect([load, imageLoad].map((operation) => order.return(wave, operation, 100))).toEqual([100, 100]);
  });

  it('does not apply to scalar loads', () => {
    const wave = makeWave(1);
    expect([load, scalar, scalar].map((operation) => order.perform(wave, operation, 100))).toEqual([
      100, 100, 100,
    ]);
  });

  it('puts accesses that must stay in order in the same queue, for untimed searches', () => {
    const getPerformQueue = (wave: Wave, operation: MemoryOperation) => order.performQueue(wave, operation);
    const getReturnQueue = (wave: Wave, operation: MemoryOperation) => order.returnQueue(wave, operation);
    const [ordered, unordered] = [makeWave(1), makeWave(0)];
    const getQueueNumbers = (wave: Wave, getQueue: typeof getPerformQueue) => {
      const queues = [load, store, imageLoad, imageStore].map((operation) => getQueue(wave, operation));
      return queues.map((queue) => queues.indexOf(queue));
    };
    expect(getQueueNumbers(ordered, getPerformQueue)).toEqual([0, 0, 0, 0]);
    expect(getQueueNumbers(unordered, getPerformQueue)).toEqual([0, 0, 2, 2]);
    expect(getQueueNumbers(ordered, getReturnQueue)).toEqual([0, 1, 0, 1]);
    expect(getQueueNumbers(unordered, getReturnQueue)).toEqual([0, 1, 2, 1]);
    expect([getPerformQueue(ordered, scalar), getReturnQueue(ordered, scalar)]).toEqual([NO_QUEUE, NO_QUEUE]);
    expect(getPerformQueue(ordered, load)).not.toBe(getReturnQueue(ordered, load));
  });
});
