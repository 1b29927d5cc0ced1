import { expect, it } from 'vitest';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext, getReceiver, UNIT } from '../../../rtl-model/context.js';
import { NO_EVENT } from '../../../rtl-model/kernel/index.js';
import { LocalMemory } from '../../../rtl-model/lds/local-memory.js';
import { planBackground } from '../../../rtl-model/spi/background/background-plan.js';
import { Group } from '../../../rtl-model/spi/background/group.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Launcher } from '../../../rtl-model/spi/launcher.js';
import { Wave } from '../../../rtl-model/wave.js';
import { createGroupedScene } from '../../support/background-scene.js';
import { buildScene, getTransactions } from '../support/run-program.js';

it('lists the waves that hold slots when the device comes to rest, and none once all have ended', () => {
  const findWaiting = (source: string) =>
    getTransactions(buildScene(source, { draws: 2 }), 'quiesced')[0]!.waiting;
  expect(findWaiting('s_endpgm')).toEqual([]);
  const halted = findWaiting('s_nop 0');
  expect(halted.map(({ unit, cause }) => [unit, cause.on])).toEqual([
    ['wave', 'halted'],
    ['wave', 'halted'],
  ]);
  expect(halted.map(({ index }) => index).sort()).toEqual([0, 1]);
});

it("reports each wave's request once, no later than its launch", () => {
  const scene = buildScene('s_endpgm', { draws: 3 });
  const requests = getTransactions(scene, 'launch-requested');
  const launches = getTransactions(scene, 'wave-launched');
  expect(requests.map(({ wave }) => wave)).toEqual([0, 1, 2]);
  for (const [index, { wave, cycle }] of launches.entries()) {
    expect(wave).toBe(index);
    expect(cycle).toBeGreaterThanOrEqual(requests[index].cycle);
  }
});

it('schedules a single launch in the next cycle after any event that may allow one', () => {
  const scenario = createGroupedScene('navi31');
  const alternatives: number[] = [];
  const choose = (point: number, n: number): number =>
    point === CHOICE.LAUNCH_PACKER ? alternatives.push(n) * 0 : 0;
  const context = new DeviceContext(scenario, { choose }, null);
  const plans = planDraws(context, scenario);
  const waiting = [0, 1].map((index) => {
    const wave = new Wave(index);
    wave.reset(0, index, plans[0]!);
    wave.quadCount = 1;
    return wave;
  });
  const [wave] = waiting as [Wave, Wave];
  const take = (): Wave => waiting.shift()!;
  const sizes = { vgprs: 64, scalars: 512 };
  const launcher = new Launcher(context, [{ waiting, take }], sizes, new LocalMemory(context, plans));
  const [background] = planBackground(context, scenario, plans.length);
  const group = new Group(background!, 0);
  group.first = 100;
  const backgroundWave = Object.assign(new Wave(2), { number: group.first });
  backgroundWave.resetBackground(group);
  group.waves.push(backgroundWave);
  const started: (number | undefined)[] = [];
  /** Returns how many cycles after `call` each of the resulting launches occurs. */
  const getLaunchDelays = (call: () => void): number[] => {
    const calledAt = context.now;
    call();
    const cycles: number[] = [];
    for (let event = context.wheel.next(); event !== NO_EVENT; event = context.wheel.next()) {
      if (getReceiver(event) !== UNIT.LAUNCH) continue;
      cycles.push(context.now - calledAt);
      started.push(launcher.launch()?.number);
    }
    return cycles;
  };
  expect(getLaunchDelays(() => launcher.request(wave))).toEqual([1, 2]);
  expect(started).toEqual([0, undefined]);
  expect(getLaunchDelays(() => launcher.onWaveAvailable())).toEqual([1]);
  wave.launch.releasesVectors = true;
  expect(getLaunchDelays(() => launcher.releaseVectors(wave))).toEqual([1]);
  expect(getLaunchDelays(() => launcher.releaseVectors(wave))).toEqual([]);
  expect(getLaunchDelays(() => launcher.requestGroup(group))).toEqual([1, 2]);
  expect(started.slice(-2)).toEqual([100, undefined]);
  expect(getLaunchDelays(() => launcher.release(wave))).toEqual([1]);
  expect(launcher.isScheduled).toBe(false);
  // Both times, only one queue had a wave that could start.
  expect(alternatives).toEqual([1, 1]);
  waiting.length = 0;
  expect(getLaunchDelays(() => launcher.onWaveAvailable())).toEqual([]);
});

it("keeps the previous wave's values in registers that a wave does not load", () => {
  const source = 'exp mrt0 v9, off, off, off done\ns_waitcnt expcnt(0)\nv_mov_b32 v9, 7\ns_endpgm';
  const threeWaves = buildScene(source, { draws: 3, freedoms: { waveSlots: 1 } });
  expect(getTransactions(threeWaves, 'export-granted').map(({ data }) => data[0])).toEqual([0, 7, 7]);
});
