import {
  type Instruction,
  type MemoryOperation,
  type MemoryRequest,
  SEPARATE_MEMORY,
} from '../../../arch/index.js';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { NO_QUEUE, RandomChoices, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { AccessRecord } from '../../../rtl-model/memory/access-record.js';
import { AddressMap } from '../../../rtl-model/memory/address-map.js';
import { Memory, Translation } from '../../../rtl-model/memory/memory.js';
import { ReturnOrder } from '../../../rtl-model/memory/return-order.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { type MemoryIssued, setting } from '../../../transactions/index.js';
import { BUFFER, scene } from '../../checkers/support/scenes.js';
import { createSmallDraw, createSmallScenario } from '../../transactions/support/scenarios.js';

/** Issues a load by one lane, with the given number of texels if any. Returns its `memory-issued` transaction. */
function issueLoad(texelsPerLane: number | undefined): MemoryIssued {
  const issues: MemoryIssued[] = [];
  const scenario = scene();
  const context = new DeviceContext(scenario, new ReplayChoices([]), (t) => {
    if (t.kind === 'memory-issued') issues.push(t);
  });
  const listener = { accessReturned: () => {}, accessFaulted: () => {} };
  const memory = new Memory(context, new AddressMap(scenario.memory), listener);
  const operation = {
    ...{ space: 'image', access: 'load', counter: 'vm', bytes: 4, dwords: 1 },
    ...(texelsPerLane === undefined ? {} : { texelsPerLane }),
    prepare: (_: unknown, request: MemoryRequest) => {
      request.lanesLo = 1;
      for (let texel = 0; texel < (texelsPerLane ?? 1); texel++)
        request.addresses[64 * texel] = BUFFER + 4 * texel;
    },
  } as unknown as MemoryOperation;
  const wave = new Wave(0);
  wave.reset(0, 0, planDraws(context, scenario)[0]!);
  wave.place = { simd: 0, cu: 0, wgp: 0, shaderArray: 0 };
  memory.issue(wave, { pc: 0, memory: operation } as Instruction);
  return issues[0]!;
}

/** Returns the results of a multi-texel load for lanes 0, 2, 31, 32 and 33, by texel and then by lane. */
function gatherTexels(bytes: number, caches: 'coherent' | 'stale'): number[][] {
  const scenario = scene({ freedoms: { caches: setting('caches', caches) } });
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const map = new AddressMap(scenario.memory);
  for (let word = 0; word < 64; word++) map.words[word] = 1000 + word;
  const memory = new Memory(context, map, { accessReturned: () => {}, accessFaulted: () => {} });
  const lanes = [0, 2, 31, 32, 33];
  const results: number[][] = [];
  const operation = {
    ...{ space: 'image', access: 'load', counter: 'vm', bytes, dwords: 1, texelsPerLane: 4 },
    prepare: (_: unknown, request: MemoryRequest) => {
      request.lanesLo = 0x80000005 | 0;
      request.lanesHi = 3;
      for (let texel = 0; texel < 4; texel++)
        for (const [index, lane] of lanes.entries())
          request.addresses[64 * texel + lane] = BUFFER + 4 * (4 * index + texel);
    },
    deliver: (_: unknown, { data }: MemoryRequest) => {
      for (let texel = 0; texel < 4; texel++) results.push(lanes.map((lane) => data[64 * texel + lane]!));
    },
  } as unknown as MemoryOperation;
  const wave = new Wave(0);
  wave.reset(0, 0, planDraws(context, scenario)[0]!);
  wave.place = { simd: 0, cu: 0, wgp: 0, shaderArray: 0 };
  const { index } = memory.issue(wave, { pc: 0, memory: operation } as Instruction);
  memory.perform(index);
  memory.return(index);
  return results;
}

it.each([4, 2])('each lane of a multi-texel load receives its own texels of %i bytes', (bytes) => {
  const expected = [0, 1, 2, 3].map((texel) => [0, 1, 2, 3, 4].map((index) => 1000 + 4 * index + texel));
  expect(gatherTexels(bytes, 'coherent')).toEqual(expected);
  expect(gatherTexels(bytes, 'stale')).toEqual(expected);
});

it('an access reports the number of texels per lane if there are several', () => {
  expect(issueLoad(4).texelsPerLane).toBe(4);
  expect(issueLoad(undefined)).not.toHaveProperty('texelsPerLane');
});

const LATENCY = 30;

/** Translates an access, answering the choice with `chance`. Returns the access's state afterwards. */
function translate(xnackRate: number, xnackAction: number, chance: number) {
  const freedoms = { xnackRate, xnackAction, xnackLatency: [LATENCY, LATENCY] } as const;
  let alternatives = 1;
  const choose = (point: number, n: number): number => {
    if (point !== CHOICE.XNACK) return 0;
    alternatives = n;
    return chance;
  };
  const context = new DeviceContext(scene({ freedoms }), { choose }, null);
  const record = Object.assign(new AccessRecord(0, SEPARATE_MEMORY), {
    instruction: { pc: 0 },
    // State left over from the record's previous access.
    ...{ replayed: true, holdCycles: 7, fault: '' },
  });
  const cycles = new Translation(context).translate(record);
  const { replayed, holdCycles, fault } = record;
  return { alternatives, cycles, replayed, holdCycles, halts: fault !== '' };
}

it.each([0, 1, 37, 99, 100])('fails %i percent of translations on the first attempt (P-146)', (rate) => {
  const { alternatives } = translate(rate, 0, 0);
  const answers = Array.from({ length: alternatives }, (_, chance) => translate(rate, 0, chance).replayed);
  expect(answers.filter(Boolean).length * 100).toBe(rate * alternatives);
});

it('a failed translation is replayed, holds its wave during a trap, or halts the wave (P-147 to P-149)', () => {
  const getOutcome = (action: number, rate = 100) => translate(rate, action, 50);
  expect(getOutcome(0)).toMatchObject({ cycles: LATENCY, replayed: true, holdCycles: 0, halts: false });
  expect(getOutcome(1)).toMatchObject({ cycles: LATENCY, replayed: true, holdCycles: LATENCY, halts: false });
  expect(getOutcome(2)).toMatchObject({ cycles: LATENCY, replayed: true, holdCycles: 0, halts: true });
  for (const action of [0, 1, 2])
    expect(getOutcome(action, 0)).toMatchObject({ cycles: 0, replayed: false, holdCycles: 0, halts: false });
});

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
