import { runScenarioTest } from '../../../../harness/one-test/run-test.js';
import { buildScene, getFinalWords } from '../../../rtl-model/support/run-program.js';

/** Byte offset of the results, one 16-bit value per lane. */
const RESULTS = 0x200;

/**
 * s[8:15] holds 64 by 4 one-byte texels in rows of 64 bytes; s[4:7] is a nearest sampler, clamped to the last
 * texel; s[0:3] is a buffer. Each lane stores a byte in each of two rows, gathers the four texels around its lower
 * right corner, and stores their sum plus the descriptor's width.
 */
const SOURCE = `
  s_mov_b32 s0, 0x100000
  s_mov_b32 s1, 0
  s_movk_i32 s2, 0x400
  s_mov_b32 s3, 0x31016fac
  s_mov_b32 s4, 0x92
  s_mov_b32 s5, 0xfff000
  s_mov_b64 s[6:7], 0
  s_movk_i32 s8, 0x1000
  s_mov_b32 s9, 0xc0500000
  s_mov_b32 s10, 0xc00f
  s_mov_b32 s11, 0x90000fac
  s_mov_b32 s12, 63
  s_mov_b32 s13, 0
  s_mov_b64 s[14:15], 0
  v_mbcnt_lo_u32_b32 v0, -1, 0
  v_mbcnt_hi_u32_b32 v0, -1, v0
  v_mov_b32_e32 v1, 0
  image_store v0, v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D
  v_mov_b32_e32 v1, 1
  v_or_b32_e32 v2, 64, v0
  image_store v2, v[0:1], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D
  s_waitcnt_vscnt null, 0x0
  v_add_nc_u32_e32 v3, 1, v0
  v_cvt_f32_u32_e32 v3, v3
  v_mul_f32_e32 v3, 0x3c800000, v3
  v_mov_b32_e32 v4, 0x3e800000
  v_mov_b32_e32 v14, 0
  image_gather4_lz v[10:13], v[3:4], s[8:15], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D
  image_get_resinfo v15, v14, s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D
  s_waitcnt vmcnt(0)
  v_add3_u32 v10, v10, v11, v12
  v_add3_u32 v10, v10, v13, v15
  v_lshlrev_b32_e32 v5, 1, v0
  tbuffer_store_format_x v10, v5, s[0:3], 0 format:[BUF_FMT_16_UINT] offen offset:512
  s_waitcnt_vscnt null, 0x0
  s_endpgm`;

const WIDTH = 64;

/** The sum of a lane's texel, its right neighbour (itself for the last lane), the two below them, and `WIDTH`. */
function expectedSum(lane: number): number {
  const right = Math.min(63, lane + 1);
  return lane + right + (lane + 64) + (right + 64) + WIDTH;
}

it.each([0, 1])(
  'the reference and the model agree on one-byte texels and a gather, with `caches` set to %i',
  (caches) => {
    const baseScene = buildScene(SOURCE, { chip: 'navi21', freedoms: { caches } });
    const scenario = {
      ...baseScene,
      memory: baseScene.memory.map((object) => ({
        ...object,
        bytes: 0x400,
        compare: { kind: 'bytes' } as const,
      })),
    };
    const results = getFinalWords(scenario).slice(RESULTS / 4, RESULTS / 4 + 32);
    expect(results).toEqual(
      results.map((_, i) => (expectedSum(2 * i) | (expectedSum(2 * i + 1) << 16)) >>> 0),
    );
    const { verdict } = runScenarioTest(scenario);
    expect(verdict.violations.filter(({ rule }) => rule === 'ORD-03')).toEqual([]);
    expect(verdict.armed['ORD-03']).toBeGreaterThan(0);
  },
);
