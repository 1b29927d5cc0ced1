import { fusedMultiplyAdd } from '../numbers/fused.js';
import { exp2, log2 } from '../numbers/transcendental.js';
import { markApproximate, type Operation, type VectorRow, vop1, vop2, vop3 } from './row.js';
import { renamedInGfx11, X } from './row-base.js';

const F32X1 = ['f32', 'f32'] as const;
const F32X2 = ['f32', 'f32', 'f32'] as const;
const F32X3 = ['f32', 'f32', 'f32', 'f32'] as const;

/** A multiply-add in which zero times anything is zero. The unfused version flushes denormals, like `v_mad_f32`. */
const unfused: Operation = (a, b, c) => (a === 0 || b === 0 ? 0 : Math.fround(a * b)) + c;
const fused: Operation = (a, b, c) => (a === 0 || b === 0 ? 0 + c : fusedMultiplyAdd(a, b, c));

const MAX_FLOAT = (2 - 2 ** -23) * 2 ** 127;

/**
 * Multiplies for lighting: returns a * b, where zero times anything is zero, or -MAX_FLOAT if c <= 0, b <= -MAX_FLOAT
 * or either of them is NaN.
 */
const multiplyForLighting: Operation = (a, b, c) => {
  if (!(b > -MAX_FLOAT) || !(c > 0)) return -MAX_FLOAT;
  return a === 0 || b === 0 ? 0 : a * b;
};

/** Operations that follow the float rules of Direct3D 9. */
export const DX9_ROWS: readonly VectorRow[] = [
  vop3('v_mad_legacy_f32', { gfx9: 0x1c0, gfx10: 0x140, 'gfx10.3': X }, F32X3, unfused, { flushes: true }),
  vop2('v_mac_legacy_f32', { gfx10: 0x06, 'gfx10.3': X }, F32X2, unfused, { flushes: true, tied: true }),
  vop2(renamedInGfx11('v_fmac_legacy_f32', 'v_fmac_dx9_zero_f32'), { 'gfx10.3': 0x06 }, F32X2, fused, {
    tied: true,
  }),
  vop3(
    renamedInGfx11('v_fma_legacy_f32', 'v_fma_dx9_zero_f32'),
    { 'gfx10.3': 0x140, gfx11: 0x209 },
    F32X3,
    fused,
  ),
  vop3('v_mullit_f32', { gfx10: 0x150, gfx11: 0x218 }, F32X3, multiplyForLighting),
  markApproximate(vop1('v_exp_legacy_f32', { gfx9: 0x4b, gfx10: X }, F32X1, exp2)),
  markApproximate(vop1('v_log_legacy_f32', { gfx9: 0x4c, gfx10: X }, F32X1, log2)),
];
