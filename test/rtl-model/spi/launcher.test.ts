import { chipOf, HWREG, makeWaveState, SCALAR, type WaveState } from '../../../arch/index.js';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext, getReceiver, UNIT } from '../../../rtl-model/context.js';
import { NO_EVENT, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { LocalMemory } from '../../../rtl-model/lds/local-memory.js';
import { CAPACITY } from '../../../rtl-model/lds/spec.js';
import { countSimds, SIMDS_PER_WGP } from '../../../rtl-model/placement.js';
import { planBackground } from '../../../rtl-model/spi/background/background-plan.js';
import { Group } from '../../../rtl-model/spi/background/group.js';
import { loadBackgroundState } from '../../../rtl-model/spi/background/initial-state.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Launcher } from '../../../rtl-model/spi/launcher.js';
import { ResourceArbiter } from '../../../rtl-model/spi/resource-arbiter.js';
import { Wave } from '../../../rtl-model/wave.js';
import {
  BACKGROUND_MODE,
  type ComputeWork,
  type KnobValues,
  type Scenario,
} from '../../../transactions/index.js';
import { createGroupedScene, createVertexScene } from '../../support/background-scene.js';
import { buildScene, getTransactions, type SceneChanges } from '../support/run-program.js';

/** Creates an arbiter that places groups of two waves on work-group processors. */
function makeBench(changes: Partial<ComputeWork>, freedoms: Partial<KnobValues> = {}) {
  const scenario = createGroupedScene('navi21', { mode: 'wgp', ...changes }, freedoms);
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const [plan] = planBackground(context, scenario, 0);
  const arbiter = new ResourceArbiter(context, new LocalMemory(context, []));
  const placed: Group[] = [];
  const place = (): string | undefined => {
    const group = new Group(plan!, placed.length);
    for (const index of [0, 1]) {
      const wave = new Wave(index);
      wave.resetBackground(group);
      group.waves.push(wave);
    }
    const missing = arbiter.missingResource(group.waves[0]!);
    expect(group.waves.map(({ slot }) => slot)).toEqual([-1, -1]);
    if (missing !== undefined) return missing;
    arbiter.allocateGroup(group);
    placed.push(group);
    return undefined;
  };
  const fill = (): string => {
    for (;;) {
      const missing = place();
      if (missing !== undefined) return missing;
    }
  };
  const release = (group: Group): void => {
    for (const wave of group.waves) arbiter.release(wave);
  };
  const processors = countSimds(context.chip) / SIMDS_PER_WGP;
  return { arbiter, placed, place, fill, release, processors };
}

const describeLocation = ({ wgp, localFirst, barrier }: Group): string => `${wgp} ${localFirst} ${barrier}`;

describe('the group arbiter', () => {
  it("allocates LDS on a group's processor, and reuses released allocations", () => {
    const { placed, fill, release, processors } = makeBench({ localDwords: CAPACITY / 2 });
    expect(fill()).toBe('lds');
    const locations = Array.from({ length: processors }, (_, wgp) => [
      `${wgp} 0 0`,
      `${wgp} ${CAPACITY / 2} 1`,
    ]).flat();
    expect(placed.map(describeLocation).sort()).toEqual(locations.sort());
    const [first] = placed;
    release(first!);
    expect(fill()).toBe('lds');
    expect(placed).toHaveLength(locations.length + 1);
    expect(describeLocation(placed.at(-1)!)).toBe(describeLocation(first!));
  });

  it('requires scratch memory for each wave in a group', () => {
    const { placed, fill, release } = makeBench({ scratchWaves: 5, localDwords: 0 });
    expect([fill(), placed.length]).toEqual(['scratch', 2]);
    expect(placed.flatMap(({ waves }) => waves.map(({ launch }) => launch.scratchSlot))).toEqual([
      0, 1, 2, 3,
    ]);
    release(placed[0]!);
    expect([fill(), placed.length]).toEqual(['scratch', 3]);
    expect(makeBench({ scratchWaves: 1, localDwords: 0 }).fill()).toBe('scratch');
  });

  it('requires a slot for each wave in a group, and a barrier', () => {
    const { processors } = makeBench({});
    const limitedSlots = makeBench({ localDwords: 0 }, { waveSlots: SIMDS_PER_WGP * processors });
    expect([limitedSlots.fill(), limitedSlots.placed.length]).toEqual([
      'wave-slot',
      (SIMDS_PER_WGP * processors) / 2,
    ]);
    const limitedBarriers = makeBench({ localDwords: 0 }, { barriers: 1 });
    expect([limitedBarriers.fill(), limitedBarriers.placed.length]).toEqual(['barrier', processors]);
    limitedBarriers.release(limitedBarriers.placed[0]!);
    expect([limitedBarriers.fill(), limitedBarriers.placed.length]).toEqual(['barrier', processors + 1]);
  });
});

/** Returns the resources whose shortage caused launches to be refused. All waves hold theirs for a long time. */
function findShortages(freedoms: Partial<KnobValues>, draws = 40, changes: SceneChanges = {}): Set<string> {
  const scene = buildScene('s_sleep 127\ns_endpgm', {
    draws,
    // The smallest VGPR allocation, 16 rows on navi21.
    registers: { SPI_SHADER_PGM_RSRC1_PS: 0 },
    freedoms: { packers: 1, exportSpace: 256, ...freedoms },
    ...changes,
  });
  const refused = getTransactions(scene, 'launch-refused');
  // A wave is reported as refused once, no matter how often it is checked.
  expect(new Set(refused.map(({ wave }) => wave)).size).toBe(refused.length);
  return new Set(refused.map(({ resource }) => resource));
}

const SIMDS = countSimds(chipOf('navi21'));

it('reports a lack of wave slots when all slots are taken', () => {
  expect(findShortages({ waveSlots: 1 })).toEqual(new Set(['wave-slot']));
  expect(findShortages({ waveSlots: SIMDS })).toEqual(new Set(['wave-slot']));
});

it('a SIMD has sixteen slots, regardless of the waveSlots setting (P-036)', () => {
  const manySlots = { waveSlots: 1024, stagedWaves: 64, primitivesPerWave: 1 };
  expect(findShortages(manySlots, 16 * SIMDS)).toEqual(new Set());
  expect(findShortages(manySlots, 16 * SIMDS + 40)).toEqual(new Set(['wave-slot']));
});

it('reports a register shortage if any SIMD has a free slot, whatever the others lack', () => {
  // One wave fills the registers of a SIMD. All SIMDs have a slot, and one has a second slot.
  expect(findShortages({ waveSlots: SIMDS + 1, registerRows: 16 })).toEqual(new Set(['vgpr']));
  expect(findShortages({ waveSlots: 2 * SIMDS, registerRows: 16 })).toEqual(new Set(['vgpr']));
});

it('reports a shortage of SGPRs when the shared pool is exhausted, even if slots are free', () => {
  // Each wave takes 112 of a SIMD's 800 SGPRs, so seven waves fit, but not eight.
  const changes = { chip: 'vega10', registers: { SPI_SHADER_PGM_RSRC1_PS: 13 << 6 } } as const;
  const manySlots = { stagedWaves: 64, waveSlots: 1024, primitivesPerWave: 1 };
  const simds = countSimds(chipOf('vega10'));
  expect(findShortages(manySlots, 7 * simds, changes)).toEqual(new Set());
  expect(findShortages(manySlots, 7 * simds + 20, changes)).toEqual(new Set(['sgpr']));
});

it('reports a shortage of scratch memory when all the slots allowed by SPI_TMPRING_SIZE are in use', () => {
  const withScratch = (waves: number) => ({
    registers: { SPI_SHADER_PGM_RSRC2_PS: 1, SPI_TMPRING_SIZE: (1 << 12) | waves },
  });
  expect(findShortages({}, 10, withScratch(4))).toEqual(new Set(['scratch']));
  expect(findShortages({}, 10, withScratch(10))).toEqual(new Set());
});

it('offers every SIMD with room for a wave as an alternative', () => {
  const scenario = buildScene('s_endpgm', { freedoms: { waveSlots: SIMDS } });
  const alternatives: number[] = [];
  const context = new DeviceContext(scenario, { choose: (_, n) => alternatives.push(n) * 0 }, null);
  const plans = planDraws(context, scenario);
  const arbiter = new ResourceArbiter(context, new LocalMemory(context, plans));
  const chosenSimds = new Set<number>();
  for (let number = 0; number < SIMDS; number++) {
    const wave = new Wave(number);
    wave.reset(0, number, plans[0]!);
    expect(arbiter.missingResource(wave)).toBeUndefined();
    arbiter.allocate(wave);
    chosenSimds.add(wave.place.simd);
  }
  expect(alternatives).toEqual(Array.from({ length: SIMDS }, (_, taken) => SIMDS - taken));
  expect(chosenSimds.size).toBe(SIMDS);
});

it.each([
  ['on the first SIMD when events are timed', { strategy: 'replay', choices: [] }, [0, 0, 0, 0]],
  ['on a separate processor when events are untimed', { strategy: 'order', choices: [] }, [0, 1, 2, 3]],
] as const)('places each wave %s, if the first alternative is always chosen', (_, schedule, expected) => {
  const scenario = { ...buildScene('s_endpgm'), schedule };
  const context = new DeviceContext(scenario, { choose: () => 0 }, null);
  const plans = planDraws(context, scenario);
  const arbiter = new ResourceArbiter(context, new LocalMemory(context, plans));
  const simds = expected.map((_, number) => {
    const wave = Object.assign(new Wave(number), { number });
    wave.reset(0, number, plans[0]!);
    const home = arbiter.findHomeProcessor(wave);
    arbiter.allocate(wave);
    expect(home).toBe(Math.floor(wave.place.simd / SIMDS_PER_WGP));
    return wave.place.simd;
  });
  expect(simds).toEqual(expected.map((processor) => processor * SIMDS_PER_WGP));
});

/** The value left in the slot by its previous wave. */
const STALE = 0x55555555;
const GROUP_INDEX = 1;

const makeVertices = () =>
  createVertexScene('navi21', {
    ...{ vertices: 60, instances: 4, baseVertex: 4, startInstance: 1, clamps: false },
    divisors: [0, 3],
    inputs: [[1], [2]],
  });

/** Loads a background wave into a used slot. Returns its plan and its state. */
function loadWave(scenario: Scenario) {
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const [plan] = planBackground(context, scenario, 1);
  const group = new Group(plan, GROUP_INDEX);
  const wave = new Wave(0);
  wave.resetBackground(group);
  group.first = wave.number;
  wave.state = makeWaveState(context.lanes, 8, SCALAR.CONSTANTS + plan.program.constants.length);
  wave.state.hw.fill(STALE);
  wave.state.s.fill(STALE, 0, SCALAR.NULL);
  loadBackgroundState(context, wave, group, new Int32Array(0));
  return { plan, state: wave.state };
}

it.each([
  ['a work-group', () => createGroupedScene('navi21'), [GROUP_INDEX]],
  ['a vertex draw', makeVertices, []],
] as const)('a wave of %s starts with the SGPRs in its plan, and no others', (_, scenario, afterUserData) => {
  const { plan, state } = loadWave(scenario());
  const expected = [...plan.work.userData, ...afterUserData].map((word) => word | 0);
  expect([...state.s.subarray(0, plan.sgprCount)]).toEqual(expected);
  expect(state.s[plan.sgprCount]).toBe(STALE);
});

it.each([
  ['a work-group', () => createGroupedScene('navi21')],
  ['a vertex draw', makeVertices],
])(
  'a wave of %s starts without hardware register values from the previous wave in its slot',
  (_, scenario) => {
    const { state } = loadWave(scenario());
    const expected = new Int32Array(state.hw.length);
    expected[HWREG.MODE] = BACKGROUND_MODE;
    expect(state.hw).toEqual(expected);
  },
);

it.each([
  [1, 1, 0],
  [32, -1, 0],
  [33, -1, 1],
  [63, -1, 0x7fffffff],
  [64, -1, -1],
])('a wave64 with %i work-items starts with that many active lanes', (items, low, high) => {
  const scenario = createGroupedScene('vega10', { groupSize: [items, 1, 1] });
  const { state } = loadWave(scenario);
  expect([state.s[SCALAR.EXEC_LO], state.s[SCALAR.EXEC_HI]]).toEqual([low, high]);
});

it('a vertex receives its index and instance in two VGPRs', () => {
  const { plan, state } = loadWave(makeVertices());
  expect(plan.vgprCount).toBe(2);
  const { lanes } = state;
  // The first vertex of the second wave, for an instanced draw with 60 vertices.
  expect([state.v[0], state.v[lanes]]).toEqual([lanes % 60, Math.floor(lanes / 60)]);
});

it.each([
  ['navi21', 3],
  ['navi31', 1],
] as const)('threads on %s receive their position in %i VGPR(s)', (chip, registers) => {
  expect(loadWave(createGroupedScene(chip)).plan.vgprCount).toBe(registers);
});

it.each([
  ['navi21', ({ v }: WaveState, lane: number) => [v[lane], v[64 + lane], v[128 + lane]]],
  ['navi31', ({ v }: WaveState, lane: number) => [0, 10, 20].map((bit) => (v[lane]! >> bit) & 0x3ff)],
] as const)(
  'each thread on %s receives its column, row and slice, with the column varying fastest',
  (chip, readPosition) => {
    const scenario = { ...createGroupedScene(chip, { groupSize: [5, 3, 4] }), wave: 64 } as const;
    const { state } = loadWave(scenario);
    const positions = Array.from({ length: 5 * 3 * 4 }, (_, thread) => readPosition(state, thread));
    expect(positions).toEqual(
      [0, 1, 2, 3].flatMap((z) => [0, 1, 2].flatMap((y) => [0, 1, 2, 3, 4].map((x) => [x, y, z]))),
    );
  },
);

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
