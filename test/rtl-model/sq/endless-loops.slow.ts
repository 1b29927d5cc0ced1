import { assembleProgram, type Instruction, makeWaveState, SCALAR } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { type Budget, makeDefaultBudget, runScenario } from '../../../rtl-model/index.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import type { AccessRecord } from '../../../rtl-model/memory/access-record.js';
import type { Group } from '../../../rtl-model/spi/background/group.js';
import { Accesses, type AccessPorts } from '../../../rtl-model/sq/accesses.js';
import { Barriers } from '../../../rtl-model/sq/barriers.js';
import { selectedPacker } from '../../../rtl-model/sq/hwreg.js';
import { CHECK_INTERVAL } from '../../../rtl-model/sq/spec.js';
import { STATUS, Wave } from '../../../rtl-model/wave.js';
import {
  type KnobValues,
  type Scenario,
  setting,
  type Transaction,
  type Waiting,
} from '../../../transactions/index.js';
import { decodeSource } from '../../arch/support/machine.js';
import { scene } from '../../checkers/support/scenes.js';
import { PARTIAL_ON_HANG_ONLY } from '../support/partial-on-hang.js';
import { buildScene } from '../support/run-program.js';

const BARRIER = { pc: 0 } as Instruction;

function makeGroup(size: number) {
  const context = new DeviceContext(scene(), new ReplayChoices([]), null);
  const waves = Array.from({ length: size }, (_, index) => new Wave(index));
  const group = { waves, atBarrier: [], endedCount: 0 } as unknown as Group;
  for (const wave of waves) wave.group = group;
  return { barriers: new Barriers(context), waves, group };
}

it('a wave waits at a barrier for the others in its group, and all of them resume once the last one arrives', () => {
  const { barriers, waves, group } = makeGroup(3);
  for (let round = 0; round < 2; round++) {
    expect(barriers.reach(waves[0], group, BARRIER)).toBe(false);
    expect(barriers.reach(waves[2], group, BARRIER)).toBe(false);
    expect([waves[0].status, waves[2].status]).toEqual([STATUS.BARRIER, STATUS.BARRIER]);
    expect(barriers.reach(waves[1], group, BARRIER)).toBe(true);
    expect(waves.map(({ status }) => status)).toEqual(waves.map(() => STATUS.RUNNING));
  }
});

it('a barrier no longer waits for a wave that has ended', () => {
  const { barriers, waves, group } = makeGroup(2);
  expect(barriers.reach(waves[0], group, BARRIER)).toBe(false);
  barriers.onWaveEnded(group);
  expect([waves[0].status, waves[0].resumeToken >= 0]).toEqual([STATUS.RUNNING, true]);
  expect(barriers.reach(waves[0], group, BARRIER)).toBe(true);
});

it('a barrier that opens leaves a wave halted that an outstanding access has halted since it arrived', () => {
  const { barriers, waves, group } = makeGroup(3);
  barriers.reach(waves[0], group, BARRIER);
  barriers.reach(waves[2], group, BARRIER);
  waves[0].status = STATUS.HALTED;
  waves[0].haltReason = 'translation';
  expect(barriers.reach(waves[1], group, BARRIER)).toBe(true);
  expect(waves.map(({ status }) => status)).toEqual([STATUS.HALTED, STATUS.RUNNING, STATUS.RUNNING]);
});

it('a wave that ends does not open the barrier while another wave has yet to reach it', () => {
  const { barriers, waves, group } = makeGroup(3);
  barriers.reach(waves[0], group, BARRIER);
  barriers.onWaveEnded(group);
  expect([waves[0].status, group.atBarrier]).toEqual([STATUS.BARRIER, [waves[0]]]);
  expect(barriers.reach(waves[2], group, BARRIER)).toBe(true);
  expect(waves[0].status).toBe(STATUS.RUNNING);
});

const decodeFirst = (source: string): Instruction => decodeSource(`${source}\ns_endpgm`).instructions[0]!;

const LOAD = decodeFirst('global_load_dword v2, v[0:1], off');
const SCALAR_LOAD = decodeFirst('s_load_dword s4, s[0:1], 0x0');
const LOCAL_LOAD = decodeFirst('ds_read_b32 v2, v0');

/**
 * Creates a running wave with packer 0 selected, and its accesses. Memory has room from cycle `roomAt` on, and accesses
 * trap for `holdCycles` cycles.
 */
function makeBench({ roomAt = 0, holdCycles = 0 } = {}) {
  const transactions: Transaction[] = [];
  const context = new DeviceContext(scene(), new ReplayChoices([]), (t) => transactions.push({ ...t }));
  const wave = Object.assign(new Wave(0), { slot: 0, number: 3, status: STATUS.RUNNING });
  wave.state = makeWaveState(32, 4, SCALAR.CONSTANTS);
  const field = context.facts.packerField!;
  wave.state.hw[field.register] = 1 << field.low;
  wave.section.packerEnabled = true;
  const issue = (_: Wave, { memory }: Instruction): Partial<AccessRecord> => ({
    ...{ wave, holdCycles, lanesLo: 0, lanesHi: 0 },
    operation: memory as unknown as AccessRecord['operation'],
  });
  const ports = {
    memory: { issue, roomAt: () => roomAt, invalidateCaches: () => undefined },
    localDataShare: { access: () => undefined },
    exports: { requestAccess: () => undefined },
  } as unknown as AccessPorts;
  return { context, wave, transactions, accesses: new Accesses(context, ports, () => undefined) };
}

it.each([
  ['ds_write_b32 v0, v1', 1],
  ['ds_add_u32 v0, v1', 1],
  ['ds_read_b32 v2, v0', 0],
  ['ds_write_b32 v0, v1 gds', 1],
  ['ds_add_rtn_u32 v2, v0, v1 gds', 1],
  ['ds_read_b32 v2, v0 gds', 0],
])('an access to a data share counts as a change if it writes (%s, %i times)', (source, times) => {
  const { context, wave, accesses } = makeBench();
  expect(accesses.issue(wave, decodeFirst(source))).toBe(true);
  expect(context.changes).toBe(times);
});

it('cache invalidations count as changes, except in later iterations of a long loop', () => {
  const { context, wave, accesses } = makeBench();
  const countChanges = (rounds: number): number => {
    const before = context.changes;
    wave.loops.rounds = rounds;
    accesses.invalidateCaches(wave, decodeFirst('buffer_gl0_inv'));
    return context.changes - before;
  };
  expect([0, CHECK_INTERVAL - 1, CHECK_INTERVAL, 1000].map(countChanges)).toEqual([1, 1, 0, 0]);
});

describe('an address unit', () => {
  const ROOM_CYCLE = 9;

  it('delays an access while it is full, making the wave retry when there is room', () => {
    const { context, wave, transactions, accesses } = makeBench({ roomAt: ROOM_CYCLE });
    expect(accesses.issue(wave, LOAD)).toBe(false);
    expect(transactions).toEqual([{ kind: 'address-unit-full', cycle: 0, wave: 3, pc: LOAD.pc }]);
    expect([wave.state.next, [...wave.counters]]).toEqual([0, [0, 0, 0, 0, 0, 0, 0]]);
    context.wheel.next();
    expect([context.now, context.wheel.token]).toEqual([ROOM_CYCLE, wave.resumeToken]);
  });

  it('does not delay scalar and data share accesses, which bypass it', () => {
    for (const instruction of [SCALAR_LOAD, LOCAL_LOAD]) {
      const { wave, transactions, accesses } = makeBench({ roomAt: ROOM_CYCLE });
      expect(accesses.issue(wave, instruction)).toBe(true);
      expect(transactions).toEqual([]);
    }
  });

  it('accepts an access if it has room in the current cycle', () => {
    const { wave, accesses } = makeBench({ roomAt: 0 });
    expect(accesses.issue(wave, LOAD)).toBe(true);
  });
});

it('a trap handler runs for its duration with no packer selected, and then restores the selection (P-147)', () => {
  const { context, wave, accesses } = makeBench({ holdCycles: 40 });
  expect(accesses.issue(wave, LOAD)).toBe(false);
  expect([wave.status, wave.state.next, accesses.isIdle]).toEqual([STATUS.TRAPPED, 1, false]);
  expect(selectedPacker(context.facts, wave.state.hw)).toBe(-1);
  context.wheel.next();
  expect([context.now, context.wheel.token]).toEqual([40, wave.resumeToken]);
  wave.section.packerEnabled = false;
  accesses.returnFromTrap(wave);
  expect(selectedPacker(context.facts, wave.state.hw)).toBe(0);
  expect([wave.section.packerEnabled, accesses.isIdle]).toEqual([true, true]);
});

/** Sets s[0:3] to a raw buffer over the scene's memory and v1 to the number of earlier waves, with one active lane. */
const COUNT_WAVES = `
  s_mov_b32 s0, 0x100000
  s_mov_b32 s1, 0
  s_movk_i32 s2, 0x100
  s_mov_b32 s3, 0x31016fac
  s_mov_b64 exec, 1
  v_mov_b32_e32 v1, 1
  buffer_atomic_add v1, off, s[0:3], 0 glc
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s4, v1
`;

/** Reads the word at offset 64 until it is one. */
const WAIT = `
flag:
  buffer_load_dword v2, off, s[0:3], 0 offset:64 glc dlc
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s5, v2
  s_cmp_eq_u32 s5, 1
  s_cbranch_scc0 flag
`;

const WRITE = '  v_mov_b32_e32 v2, 1\n  buffer_store_dword v2, off, s[0:3], 0 offset:64 glc\n';

/** Makes the first wave write the flag after a long delay while the others wait for it. */
const HANDOVER = `${COUNT_WAVES}
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc0 flag
  s_movk_i32 s6, 40
rest:
  s_sleep 127
  s_sub_u32 s6, s6, 1
  s_cmp_eq_u32 s6, 0
  s_cbranch_scc0 rest
${WRITE}
${WAIT}
  s_endpgm
`;

/** Returns the waves still waiting when the device comes to rest, or undefined if a budget ended the run. */
function runToRest(scene: Scenario, budget?: Budget): readonly Waiting[] | undefined {
  let waiting: readonly Waiting[] | undefined;
  runScenario(
    scene,
    (t) => {
      if (t.kind === 'quiesced') waiting = t.waiting;
    },
    budget === undefined ? {} : { budget },
  );
  return waiting;
}

const SLOW: Partial<KnobValues>[] = [
  {},
  { caches: setting('caches', 'stale') },
  { storeLatency: [20_000, 20_000] },
  {
    caches: setting('caches', 'stale'),
    storeLatency: [20_000, 20_000],
    loadLatency: [10, 10],
    l0Latency: [10, 10],
  },
];

it.each(SLOW)('keeps waves looping while another wave may still write their input: %o', (freedoms) => {
  for (const draws of [2, 5]) expect(runToRest(buildScene(HANDOVER, { draws, freedoms }))).toEqual([]);
});

it('stops a wave polling for a word if every wave that could write the word is also looping', () => {
  const waiting = runToRest(buildScene(`${COUNT_WAVES}${WAIT}  s_endpgm\n`, { draws: 3 }));
  expect(waiting?.map(({ cause }) => cause)).toEqual(
    Array(3).fill({ on: 'loop', first: 0x30, last: 0x44, why: 'same-state', address: 0x100040 }),
  );
});

it('does not limit the iterations of a loop whose state changes', () => {
  const makeCountingLoop = (iterations: number): string =>
    `s_mov_b32 s0, 0\nagain:\ns_add_i32 s0, s0, 1\ns_cmp_lg_u32 s0, ${iterations}\ns_cbranch_scc1 again\ns_endpgm`;
  expect(runToRest(buildScene(makeCountingLoop(5000)))).toEqual([]);
  const budget = { ...makeDefaultBudget(), waveInstructions: 10_000 };
  expect(runToRest(buildScene(makeCountingLoop(3000)), budget)).toEqual([]);
  expect(runToRest(buildScene(makeCountingLoop(5000)), budget)).toBeUndefined();
});

it.each([
  ['s_branch again', 'no-way-out'],
  ['s_cbranch_scc0 again', 'same-state'],
])('also stops a single-instruction loop: %s', (branch, why) => {
  expect(runToRest(buildScene(`s_cmp_lg_u32 s0, s0\nagain:\n${branch}\ns_endpgm`))).toMatchObject([
    { pc: 4, cause: { on: 'loop', first: 4, last: 4, why } },
  ]);
});

it('only reports running waves, not one that ended after looping many times', () => {
  const program = `${COUNT_WAVES}
  s_mov_b32 s6, 0
count:
  s_add_u32 s6, s6, 1
  s_cmp_lg_u32 s6, 200
  s_cbranch_scc1 count
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc1 out
${WAIT}
out:
  s_endpgm`;
  expect(runToRest(buildScene(program, { draws: 2 }))).toMatchObject([
    { index: 1, cause: { why: 'same-state' } },
  ]);
});

it('reports the loop with the most iterations if a budget ends the run, and otherwise none', () => {
  const loop =
    's_mov_b32 s0, 0\nagain:\ns_add_i32 s0, s0, 1\ns_cmp_lg_u32 s0, 5000\ns_cbranch_scc1 again\ns_endpgm';
  const findLongestLoop = (waveInstructions: number) => {
    const budget = { ...makeDefaultBudget(), waveInstructions };
    return runScenario(buildScene(loop), null, { budget }).longestLoop;
  };
  expect(findLongestLoop(10_000)).toMatchObject({ first: 4, last: 16 });
  expect(findLongestLoop(100_000)).toBeUndefined();
});

it('detects a cycle of several states, and ignores stores that do not change a word', () => {
  const togglesBit =
    's_mov_b32 s0, 0\nagain:\ns_xor_b32 s0, s0, 1\ns_cmp_eq_u32 s0, 2\ns_cbranch_scc0 again\ns_endpgm';
  expect(runToRest(buildScene(togglesBit))).toMatchObject([{ cause: { on: 'loop', why: 'same-state' } }]);
  const makeStoreLoop = (source: string): string =>
    `${COUNT_WAVES}again:\n${source}  s_waitcnt_vscnt null, 0x0\n  s_cmp_eq_u32 s4, 7\n  s_cbranch_scc0 again\n  s_endpgm\n`;
  expect(runToRest(buildScene(makeStoreLoop(WRITE)))).toMatchObject([
    { cause: { on: 'loop', why: 'same-state' } },
  ]);
  const changing = '  v_add_nc_u32_e32 v2, 1, v2\n  buffer_store_dword v2, off, s[0:3], 0 offset:64 glc\n';
  const budget = { ...makeDefaultBudget(), waveInstructions: 5000 };
  expect(runToRest(buildScene(makeStoreLoop(changing)), budget)).toBeUndefined();
});

it('stops a wave immediately if no path leads out of its loop, but not if a branch does', () => {
  const waiting = runToRest(buildScene('s_nop 0\nagain:\ns_add_i32 s0, s0, 1\ns_branch again\ns_endpgm'));
  expect(waiting).toEqual([
    {
      unit: 'wave',
      index: 0,
      pc: 4,
      cause: { on: 'loop', first: 4, last: 8, why: 'no-way-out', address: -1 },
    },
  ]);
  const jump =
    's_mov_b32 s0, 3\nagain:\ns_sub_u32 s0, s0, 1\ns_cmp_eq_u32 s0, 0\ns_cbranch_scc1 out\ns_branch again\nout:\ns_endpgm';
  expect(runToRest(buildScene(jump))).toEqual([]);
});

it('a stopped wave resumes if a partial wave, launched when nothing else can run, writes its input', () => {
  const [writeFlag, end] = ['s_cmp_lg_u32 s4, 3\n  s_cbranch_scc1 flag\n', '\n  s_endpgm'];
  const words = assembleProgram(`${COUNT_WAVES}${writeFlag}${WRITE}${WAIT}${end}`, 'gfx10.3');
  const registers = PARTIAL_ON_HANG_ONLY;
  // With 25 quads per layer, there are three full waves and a partial one, which writes. The nearer layer waits for the
  // other layer's depth.
  const draw = { width: 10, height: 10, depths: [0.5, 0.25], registers };
  const layers = scene({ primitives: 2, draw, moreDraws: [{}] });
  const programs = [{ ...layers.programs[0]!, words }];
  expect(runToRest({ ...layers, programs, depthBuffer: { depth: 1, stencil: 0 } })).toEqual([]);
});

it.each([
  [0b100, 0b10, 2],
  [0, 0b1000, 35],
])("a loop's address comes from the first active lane of its load (lane masks %i and %i)", (lo, hi, lane) => {
  const accesses = new Accesses(
    new DeviceContext(scene(), new ReplayChoices([]), null),
    {} as never,
    () => undefined,
  );
  const wave = new Wave(0);
  const addresses = Float64Array.from({ length: 64 }, (_, index) => 1000 + index);
  const record = { wave, operation: { access: 'load' }, lanesLo: lo, lanesHi: hi, addresses };
  accesses.issued(record as unknown as AccessRecord);
  expect(wave.loops.loadedFrom).toBe(1000 + lane);
  // A store returns nothing, and an access with no active lanes has no address.
  addresses.fill(5);
  accesses.issued({ ...record, operation: { access: 'store' } } as unknown as AccessRecord);
  accesses.issued({ ...record, lanesLo: 0, lanesHi: 0 } as unknown as AccessRecord);
  expect(wave.loops.loadedFrom).toBe(1000 + lane);
});
