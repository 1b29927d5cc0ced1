import type { FormatName } from '../formats/index.js';
import { fusedMultiplyAdd } from '../numbers/fused.js';
import { exp2, log2 } from '../numbers/transcendental.js';
import { markApproximate, type Operation, type VectorRow } from './row.js';
import { type Names, type Opcodes, renamedInGfx11, X } from './row-base.js';

function makeRow(
  format: FormatName,
  name: Names,
  opcode: Opcodes,
  sources: 1 | 2 | 3,
  compute: Operation,
  tied = false,
): VectorRow {
  const types = Array.from({ length: sources }, () => 'f32' as const);
  return { family: 'vector', format, name, opcode, dst: 'f32', sources: types, compute, tied };
}

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
  {
    ...makeRow('vop3', 'v_mad_legacy_f32', { gfx9: 0x1c0, gfx10: 0x140, 'gfx10.3': X }, 3, unfused),
    flushes: true,
  },
  { ...makeRow('vop2', 'v_mac_legacy_f32', { gfx10: 0x06, 'gfx10.3': X }, 2, unfused, true), flushes: true },
  makeRow(
    'vop2',
    renamedInGfx11('v_fmac_legacy_f32', 'v_fmac_dx9_zero_f32'),
    { 'gfx10.3': 0x06 },
    2,
    fused,
    true,
  ),
  makeRow(
    'vop3',
    renamedInGfx11('v_fma_legacy_f32', 'v_fma_dx9_zero_f32'),
    { 'gfx10.3': 0x140, gfx11: 0x209 },
    3,
    fused,
  ),
  makeRow('vop3', 'v_mullit_f32', { gfx10: 0x150, gfx11: 0x218 }, 3, multiplyForLighting),
  markApproximate(makeRow('vop1', 'v_exp_legacy_f32', { gfx9: 0x4b, gfx10: X }, 1, exp2)),
  markApproximate(makeRow('vop1', 'v_log_legacy_f32', { gfx9: 0x4c, gfx10: X }, 1, log2)),
];
