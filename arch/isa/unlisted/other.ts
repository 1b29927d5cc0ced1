import { X } from '../rows/row.js';
import type { UnlistedNames } from './unlisted-names.js';

/**
 * Scalar and vector instructions that the table lacks, and why:
 * - forks and halts are a debugger's or an older compiler's;
 * - messages with an answer give a clock or the identity of a trap, which differ from run to run;
 * - dot products with a 16-bit sum are less exact on GFX11 than any formula says, so that drivers avoid them;
 * - matrix products and sums of absolute differences with four results belong to compute shaders;
 * - the screen partition depends on how a chip is fused;
 * - long forms of what has no modifiers, and of interpolation, whose short forms compilers take;
 * - packing bytes on end, and bits of 2 / pi for large angles, are an older compiler's and a numerical library's;
 * - exceptions and the vector pipeline are cleared by a debugger.
 */
export const OTHER_NAMES: UnlistedNames = {
  sop1: {
    s_sendmsg_rtn_b32: [X, X, X, 0x4c],
    s_sendmsg_rtn_b64: [X, X, X, 0x4d],
  },
  sopk: {
    s_sethalt: [X, X, X, 0x1f],
  },
  vop1: {
    v_clrexcp: [0x35, 0x41, 0x41, X],
    v_pipeflush: [X, 0x1b, 0x1b, 0x1b],
  },
  vop3: {
    v_clrexcp: [0x175, 0x1c1, 0x1c1, X],
    v_dot2_bf16_bf16: [X, X, X, 0x267],
    v_dot2_f16_f16: [X, X, X, 0x266],
    v_interp_mov_f32: [0x272, 0x202, 0x202, X],
    v_interp_p1_f32: [0x270, 0x200, 0x200, X],
    v_interp_p2_f32: [0x271, 0x201, 0x201, X],
    v_nop: [0x140, 0x180, 0x180, 0x180],
    v_pipeflush: [X, 0x19b, 0x19b, 0x19b],
  },
  vop3p: {
    v_wmma_bf16_16x16x16_bf16: [X, X, X, 0x43],
    v_wmma_f16_16x16x16_f16: [X, X, X, 0x42],
    v_wmma_f32_16x16x16_bf16: [X, X, X, 0x41],
    v_wmma_f32_16x16x16_f16: [X, X, X, 0x40],
    v_wmma_i32_16x16x16_iu4: [X, X, X, 0x45],
    v_wmma_i32_16x16x16_iu8: [X, X, X, 0x44],
  },
};
