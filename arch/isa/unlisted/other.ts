import { X } from '../rows/row.js';
import type { UnlistedNames } from './unlisted-names.js';

/**
 * Scalar and vector instructions that the table lacks, and why:
 * - forks and halts are a debugger's or an older compiler's;
 * - messages with an answer give a clock or the identity of a trap, which differ from run to run;
 * - dot products with a 16-bit sum are less exact on GFX11 than any formula says, so that drivers avoid them;
 * - matrix products and sums of absolute differences with four results belong to compute shaders;
 * - the screen partition depends on how a chip is fused;
 * - packing bytes on end, and bits of 2 / pi for large angles, are an older compiler's and a numerical library's.
 */
export const OTHER_NAMES: UnlistedNames = {
  sop1: {
    s_sendmsg_rtn_b32: [X, X, X, 0x4c],
    s_sendmsg_rtn_b64: [X, X, X, 0x4d],
  },
  sopk: {
    s_sethalt: [X, X, X, 0x1f],
  },
  vop3: {
    v_dot2_bf16_bf16: [X, X, X, 0x267],
    v_dot2_f16_f16: [X, X, X, 0x266],
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
