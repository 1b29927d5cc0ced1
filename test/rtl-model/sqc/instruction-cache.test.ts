import type { KnobValues, Scenario } from '../../../transactions/index.js';
import { buildScene, getFinalWords, getTransactions } from '../support/run-program.js';

const LINE_BYTES = 64;
const FILL_CYCLES = 100;

/** Counts to 50 and stores the result. The program takes up four lines, the last of which is not full. */
const COUNTING = `
  s_mov_b32 s6, 0x100000
  s_mov_b32 s7, 0
  ${'s_add_u32 s2, s2, 1\n'.repeat(50)}
  v_mov_b32_e32 v0, s6
  v_mov_b32_e32 v1, s7
  v_mov_b32_e32 v2, s2
  global_store_dword v[0:1], v2, off
  s_endpgm`;

const TWO_LINE_LOOP = `
  s_movk_i32 s3, 8
again:
  ${'s_nop 0\n'.repeat(20)}
  s_sub_u32 s3, s3, 1
  s_cmp_lg_u32 s3, 0
  s_cbranch_scc1 again
  s_endpgm`;

const CACHE: Partial<KnobValues> = {
  instructionCacheLines: 8,
  fetchLatency: [1, 1],
  fillLatency: [FILL_CYCLES, FILL_CYCLES],
  issueGap: [1, 1],
  launchLatency: [2, 2],
};

function countWaveCycles(scene: Scenario): number[] {
  const launched = getTransactions(scene, 'wave-launched').map(({ cycle }) => cycle);
  return getTransactions(scene, 'wave-ended').map(({ cycle, wave }) => cycle - launched[wave]);
}

describe('the instruction cache', () => {
  it("changes a program's timing, but not its results", () => {
    for (const instructionCacheLines of [0, 1, 8]) {
      const scene = buildScene(COUNTING, { freedoms: { ...CACHE, instructionCacheLines } });
      expect(getFinalWords(scene)[0]).toBe(50);
    }
  });

  it('ends a burst at the end of every line', () => {
    const issued = getTransactions(buildScene(COUNTING, { freedoms: CACHE }), 'instructions-issued');
    for (const { first, last } of issued) {
      expect(Math.floor(first / LINE_BYTES)).toBe(Math.floor(last / LINE_BYTES));
    }
    const ideal = getTransactions(buildScene(COUNTING), 'instructions-issued');
    expect(ideal.some(({ first, last }) => last - first >= LINE_BYTES)).toBe(true);
  });

  it('makes the first wave wait for every line, while later waves hit', () => {
    const [cold, warm] = countWaveCycles(
      buildScene(COUNTING, { freedoms: { ...CACHE, waveSlots: 1 }, draws: 2 }),
    );
    expect(cold).toBeGreaterThan(4 * FILL_CYCLES);
    expect(cold).toBeLessThan(5 * FILL_CYCLES);
    expect(warm).toBeLessThan(FILL_CYCLES);
  });

  it("keeps a loop's lines if they fit, and otherwise refetches them in every iteration", () => {
    const countNear = (instructionCacheLines: number) =>
      countWaveCycles(buildScene(TWO_LINE_LOOP, { freedoms: { ...CACHE, instructionCacheLines } }))[0];
    expect(countNear(1)).toBe(countNear(8));
    expect(countNear(1)).toBeLessThan(5 * FILL_CYCLES);
    const far = TWO_LINE_LOOP.replace('s_nop 0\n'.repeat(20), 's_nop 0\n'.repeat(70));
    const countFar = (instructionCacheLines: number) =>
      countWaveCycles(buildScene(far, { freedoms: { ...CACHE, instructionCacheLines } }))[0];
    expect(countFar(1) - countFar(8)).toBeGreaterThan(7 * FILL_CYCLES);
  });

  it('serves hits while a miss is pending', () => {
    const scene = buildScene(COUNTING, { freedoms: { ...CACHE, waveSlots: 8 }, draws: 8 });
    const ends = getTransactions(scene, 'wave-ended').map(({ cycle }) => cycle);
    expect(Math.max(...ends)).toBeLessThan(6 * FILL_CYCLES);
  });
});
