import { isDeepStrictEqual } from 'node:util';
import { getStraightRuns, HWREG } from '../../../arch/index.js';
import { HOT_THRESHOLD } from '../../../arch/isa/straight-runs.js';
import { decodeSource, makeWave, setVector } from '../support/machine.js';

const MIXED = decodeSource(`
  s_lshl_b32 s1, s0, 13
  s_xor_b32 s0, s0, s1
  v_add_nc_u32_e32 v0, s0, v0
  v_cmp_lt_i32_e32 vcc_lo, 0, v0
  v_cndmask_b32_e32 v1, v0, v1, vcc_lo
  s_waitcnt vmcnt(0)
  s_add_u32 s2, s2, s0
  s_mov_b32 s3, src_pops_exiting_wave_id
  s_sub_u32 s4, s4, s2
  s_branch 0
  s_endpgm`);

/** Enough executions for a run to be compiled to a single function. */
const ROUNDS = HOT_THRESHOLD + 200;

describe('the straight-line runs of a program', () => {
  it('end before waits, branches, program ends and reads of the exiting id (S-042)', () => {
    expect([...getStraightRuns(MIXED).lengths]).toEqual([5, 4, 3, 2, 1, 0, 1, 0, 1, 0, 0]);
  });

  it('are split if they are too long for a single function', () => {
    const long = decodeSource(`${'s_add_u32 s0, s0, 1\n'.repeat(100)}s_endpgm`);
    const { lengths } = getStraightRuns(long);
    expect([lengths[0], lengths[35], lengths[36], lengths[37], lengths[99]]).toEqual([64, 64, 64, 63, 1]);
  });

  it('behave the same before and after being compiled to a single function', () => {
    const runs = getStraightRuns(MIXED);
    const oneByOne = makeWave(MIXED);
    const fused = makeWave(MIXED);
    for (const wave of [oneByOne, fused]) {
      wave.s[0] = 0x1234567;
      setVector(wave, 1, (lane) => lane * 77);
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const instruction of MIXED.instructions.slice(0, 5)) instruction.execute(oneByOne);
      runs.execute(0, 5, fused);
      // `toEqual` on this many words would take up most of the test.
      if (round % 100 === 99)
        expect(isDeepStrictEqual([fused.s, fused.v], [oneByOne.s, oneByOne.v])).toBe(true);
    }
  });

  it("stop at an instruction that the wave's mode does not support, whether compiled or not", () => {
    const decoded = decodeSource('s_add_u32 s0, s0, 1\nv_add_f32_e32 v0, v0, v0\ns_add_u32 s0, s0, 1');
    const runs = getStraightRuns(decoded);
    const wave = makeWave(decoded);
    for (let round = 0; round < ROUNDS; round++) runs.execute(0, 3, wave);
    expect([wave.s[0], wave.next]).toEqual([2 * ROUNDS, 3]);
    wave.hw[HWREG.MODE] = 1;
    for (const count of [2, 3]) {
      expect(() => runs.execute(0, count, wave)).toThrow('float mode 0x1');
      expect(wave.next).toBe(1);
    }
    expect(wave.s[0]).toBe(2 * ROUNDS + 2);
  });

  it('can be executed partially', () => {
    const runs = getStraightRuns(MIXED);
    const wave = makeWave(MIXED);
    wave.s[0] = 1;
    for (let round = 0; round < ROUNDS; round++) runs.execute(0, 1, wave);
    expect([wave.s[0], wave.s[1]]).toEqual([1, 1 << 13]);
  });
});
