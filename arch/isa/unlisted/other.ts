import type { UnlistedNames } from './unlisted-names.js';

/**
 * Scalar and vector instructions that the table lacks: halts are a debugger's; matrix products belong to compute shaders, and
 * the size of their operands depends on the wave.
 */
export const OTHER_NAMES: UnlistedNames = {
  sopk: {
    s_sethalt: { gfx11: 0x1f },
  },
  vop3p: {
    v_wmma_bf16_16x16x16_bf16: { gfx11: 0x43 },
    v_wmma_f16_16x16x16_f16: { gfx11: 0x42 },
    v_wmma_f32_16x16x16_bf16: { gfx11: 0x41 },
    v_wmma_f32_16x16x16_f16: { gfx11: 0x40 },
    v_wmma_i32_16x16x16_iu4: { gfx11: 0x45 },
    v_wmma_i32_16x16x16_iu8: { gfx11: 0x44 },
  },
};
