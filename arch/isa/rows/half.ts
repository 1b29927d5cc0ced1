import { getExponent, getMantissa, scale } from '../numbers/division.js';
import {
  getFraction,
  maximum,
  median,
  minimum,
  roundToEven,
  toSigned,
  toSignedNorm,
  toUnsigned,
  toUnsignedNorm,
} from '../numbers/float.js';
import { fusedMultiplyAdd } from '../numbers/fused.js';
import { halfToNumber, numberToHalf, ROUND_NEAREST } from '../numbers/half.js';
import { cosineFromTurns, exp2, log2, sineFromTurns } from '../numbers/transcendental.js';
import type { OperandType } from '../operand-type.js';
import { addDomainNan, type Operation, type VectorRow, vop1, vop2, vop3 } from './row.js';
import { type Opcodes, onlyOn, opcodes, renamedInGfx10, renamedInGfx11, X } from './row-base.js';

const F16X1 = ['f16', 'f16'] as const;
const F16X2 = ['f16', 'f16', 'f16'] as const;
const F16X3 = ['f16', 'f16', 'f16', 'f16'] as const;
const U16X2 = ['u16', 'u16', 'u16'] as const;
const I16X2 = ['i16', 'i16', 'i16'] as const;
const U16X3 = ['u16', 'u16', 'u16', 'u16'] as const;
const I16X3 = ['i16', 'i16', 'i16', 'i16'] as const;

/** Builds a 16-bit VOP1 operation whose opcode changed in GFX10. */
function makeUnary(name: string, gfx9: number, later: number, compute: Operation): VectorRow {
  return vop1(name, { gfx9, gfx10: later }, F16X1, compute);
}

/** The largest 16-bit float below 1. */
const BELOW_ONE = 1 - 2 ** -11;

const FUNCTIONS: readonly VectorRow[] = [
  makeUnary('v_rcp_f16', 0x3d, 0x54, (a) => 1 / a),
  addDomainNan(makeUnary('v_sqrt_f16', 0x3e, 0x55, (a) => Math.sqrt(a))),
  addDomainNan(makeUnary('v_rsq_f16', 0x3f, 0x56, (a) => 1 / Math.sqrt(a))),
  addDomainNan(makeUnary('v_log_f16', 0x40, 0x57, log2)),
  makeUnary('v_exp_f16', 0x41, 0x58, exp2),
  makeUnary('v_frexp_mant_f16', 0x42, 0x59, getMantissa),
  makeUnary('v_floor_f16', 0x44, 0x5b, (a) => Math.floor(a)),
  makeUnary('v_ceil_f16', 0x45, 0x5c, (a) => Math.ceil(a)),
  makeUnary('v_trunc_f16', 0x46, 0x5d, (a) => Math.trunc(a)),
  makeUnary('v_rndne_f16', 0x47, 0x5e, roundToEven),
  makeUnary('v_fract_f16', 0x48, 0x5f, (a) => Math.min(getFraction(a), BELOW_ONE)),
  addDomainNan(makeUnary('v_sin_f16', 0x49, 0x60, sineFromTurns)),
  addDomainNan(makeUnary('v_cos_f16', 0x4a, 0x61, cosineFromTurns)),
];

const clampUnsigned: Operation = (a) => Math.min(toUnsigned(a) >>> 0, 0xffff);
const clampSigned: Operation = (a) => Math.max(-0x8000, Math.min(0x7fff, toSigned(a)));

const CONVERSIONS: readonly VectorRow[] = [
  vop1('v_cvt_f16_u16', { gfx9: 0x39, gfx10: 0x50 }, ['f16', 'u16'], (a) => a),
  vop1('v_cvt_f16_i16', { gfx9: 0x3a, gfx10: 0x51 }, ['f16', 'i16'], (a) => a),
  vop1('v_cvt_u16_f16', { gfx9: 0x3b, gfx10: 0x52 }, ['u16', 'f16'], clampUnsigned),
  vop1('v_cvt_i16_f16', { gfx9: 0x3c, gfx10: 0x53 }, ['i16', 'f16'], clampSigned),
  vop1('v_frexp_exp_i16_f16', { gfx9: 0x43, gfx10: 0x5a }, ['i16', 'f16'], getExponent),
  vop1('v_cvt_norm_i16_f16', { gfx9: 0x4d, gfx10: 0x63 }, ['i16', 'f16'], toSignedNorm),
  vop1('v_cvt_norm_u16_f16', { gfx9: 0x4e, gfx10: 0x64 }, ['u16', 'f16'], toUnsignedNorm),
];

/** Multiplies and adds, rounding the product first. The sum is rounded when it is written. */
const multiplyAddUnfused: Operation = (a, b, c) => halfToNumber(numberToHalf(a * b, ROUND_NEAREST)) + c;

const SINGLE_FORM = { encodings: 'single' } as const;

const ARITHMETIC: readonly VectorRow[] = [
  vop2('v_add_f16', { gfx9: 0x1f, gfx10: 0x32 }, F16X2, (a, b) => a + b),
  vop2('v_sub_f16', { gfx9: 0x20, gfx10: 0x33 }, F16X2, (a, b) => a - b),
  vop2('v_subrev_f16', { gfx9: 0x21, gfx10: 0x34 }, F16X2, (a, b) => b - a),
  vop2('v_mul_f16', { gfx9: 0x22, gfx10: 0x35 }, F16X2, (a, b) => a * b),
  vop2('v_mac_f16', { gfx9: 0x23, gfx10: X }, F16X2, multiplyAddUnfused, { tied: true, roundsProduct: true }),
  vop2('v_fmac_f16', { gfx10: 0x36 }, F16X2, fusedMultiplyAdd, { tied: true }),
  vop2('v_max_f16', { gfx9: 0x2d, gfx10: 0x39 }, F16X2, maximum),
  vop2('v_min_f16', { gfx9: 0x2e, gfx10: 0x3a }, F16X2, minimum),
  vop2('v_ldexp_f16', { gfx9: 0x33, gfx10: 0x3b }, ['f16', 'f16', 'i16'], scale),
  vop2('v_madmk_f16', { gfx9: 0x24, gfx10: X }, F16X3, multiplyAddUnfused, {
    literalAt: 1,
    roundsProduct: true,
    ...SINGLE_FORM,
  }),
  vop2('v_madak_f16', { gfx9: 0x25, gfx10: X }, F16X3, multiplyAddUnfused, {
    literalAt: 2,
    roundsProduct: true,
    ...SINGLE_FORM,
  }),
  vop2('v_fmamk_f16', { gfx10: 0x37 }, F16X3, fusedMultiplyAdd, { literalAt: 1, ...SINGLE_FORM }),
  vop2('v_fmaak_f16', { gfx10: 0x38 }, F16X3, fusedMultiplyAdd, { literalAt: 2, ...SINGLE_FORM }),
  vop3('v_mad_f16', { gfx9: 0x203, gfx10: X }, F16X3, multiplyAddUnfused, { roundsProduct: true }),
  vop3('v_fma_f16', opcodes(0x206, 0x34b, 0x248), F16X3, fusedMultiplyAdd),
];

/**
 * Builds both rows of an integer operation that is VOP2 on GFX9 and became VOP3-only (sometimes with a new name) in
 * GFX10.
 */
function moveToVop3(
  gfx9: readonly [name: string, opcode: number],
  later: readonly [name: string, gfx10: number, gfx11: number],
  types: readonly OperandType[],
  compute: Operation,
  options: Partial<VectorRow> = { omitsOpSel: true },
): VectorRow[] {
  const { omitsOpSel: _, ...short } = options;
  return [
    vop2(gfx9[0], onlyOn('gfx9', gfx9[1]), types, compute, short),
    vop3(later[0], { gfx10: later[1], gfx11: later[2] }, types, compute, options),
  ];
}

/** A multiply-add that is exact for 16-bit operands. */
const multiplyAdd: Operation = (a, b, c) => a * b + c;
const sum: Operation = (a, b) => a + b;
const difference: Operation = (a, b) => a - b;

const INTEGERS: readonly VectorRow[] = [
  ...moveToVop3(['v_add_u16', 0x26], ['v_add_nc_u16', 0x303, 0x303], U16X2, sum, { exact: sum }),
  ...moveToVop3(['v_sub_u16', 0x27], ['v_sub_nc_u16', 0x304, 0x304], U16X2, difference, {
    exact: difference,
  }),
  vop2('v_subrev_u16', { gfx9: 0x28, gfx10: X }, U16X2, (a, b) => b - a, { exact: (a, b) => b - a }),
  ...moveToVop3(['v_mul_lo_u16', 0x29], ['v_mul_lo_u16', 0x305, 0x305], U16X2, (a, b) => a * b),
  ...moveToVop3(['v_lshlrev_b16', 0x2a], ['v_lshlrev_b16', 0x314, 0x338], U16X2, (a, b) => b << (a & 15)),
  ...moveToVop3(['v_lshrrev_b16', 0x2b], ['v_lshrrev_b16', 0x307, 0x339], U16X2, (a, b) => b >>> (a & 15)),
  ...moveToVop3(['v_ashrrev_i16', 0x2c], ['v_ashrrev_i16', 0x308, 0x33a], I16X2, (a, b) => b >> (a & 15)),
  ...moveToVop3(['v_max_u16', 0x2f], ['v_max_u16', 0x309, 0x309], U16X2, (a, b) => Math.max(a, b)),
  ...moveToVop3(['v_max_i16', 0x30], ['v_max_i16', 0x30a, 0x30a], I16X2, (a, b) => Math.max(a, b)),
  ...moveToVop3(['v_min_u16', 0x31], ['v_min_u16', 0x30b, 0x30b], U16X2, (a, b) => Math.min(a, b)),
  ...moveToVop3(['v_min_i16', 0x32], ['v_min_i16', 0x30c, 0x30c], I16X2, (a, b) => Math.min(a, b)),
  vop3(renamedInGfx10('v_add_i16', 'v_add_nc_i16'), { gfx9: 0x29e, gfx10: 0x30d }, I16X2, sum, {
    exact: sum,
  }),
  vop3(renamedInGfx10('v_sub_i16', 'v_sub_nc_i16'), { gfx9: 0x29f, gfx10: 0x30e }, I16X2, difference, {
    exact: difference,
  }),
  vop3('v_mad_u16', opcodes(0x204, 0x340, 0x241), U16X3, multiplyAdd, { exact: multiplyAdd }),
  vop3('v_mad_i16', opcodes(0x205, 0x35e, 0x253), I16X3, multiplyAdd, { exact: multiplyAdd }),
  vop3(
    'v_mad_u32_u16',
    opcodes(0x1f1, 0x373, 0x259),
    ['u32', 'u16', 'u16', 'u32'],
    (a, b, c) => (Math.imul(a, b) + c) | 0,
  ),
  vop3(
    'v_mad_i32_i16',
    opcodes(0x1f2, 0x375, 0x25a),
    ['i32', 'i16', 'i16', 'i32'],
    (a, b, c) => (Math.imul(a, b) + c) | 0,
  ),
  vop3('v_and_b16', { gfx11: 0x362 }, U16X2, (a, b) => a & b, { omitsOpSel: true }),
  vop3('v_or_b16', { gfx11: 0x363 }, U16X2, (a, b) => a | b, { omitsOpSel: true }),
  vop3('v_xor_b16', { gfx11: 0x364 }, U16X2, (a, b) => a ^ b, { omitsOpSel: true }),
  vop3('v_cndmask_b16', { gfx11: 0x25d }, ['b16', 'b16', 'b16', 'mask'], (a, b, m) => (m ? b : a), {
    omitsOpSel: true,
  }),
];

/** GFX9 variants that clear the upper half of the destination. */
const LEGACY: readonly VectorRow[] = [
  vop3('v_mad_legacy_f16', { gfx9: 0x1ea, gfx10: X }, F16X3, multiplyAddUnfused, {
    omitsOpSel: true,
    roundsProduct: true,
  }),
  vop3('v_mad_legacy_u16', { gfx9: 0x1eb, gfx10: X }, U16X3, multiplyAdd, {
    omitsOpSel: true,
    exact: multiplyAdd,
  }),
  vop3('v_mad_legacy_i16', { gfx9: 0x1ec, gfx10: X }, I16X3, multiplyAdd, {
    omitsOpSel: true,
    exact: multiplyAdd,
  }),
  vop3('v_fma_legacy_f16', { gfx9: 0x1ee, gfx10: X }, F16X3, fusedMultiplyAdd, { omitsOpSel: true }),
];

const median3: Operation = (a, b, c) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
const min3: Operation = (a, b, c) => Math.min(a, b, c);
const max3: Operation = (a, b, c) => Math.max(a, b, c);

const MIN_MAX: readonly VectorRow[] = [
  vop3('v_min3_f16', opcodes(0x1f4, 0x351, 0x249), F16X3, (a, b, c) => minimum(minimum(a, b), c)),
  vop3('v_min3_i16', opcodes(0x1f5, 0x352, 0x24a), I16X3, min3),
  vop3('v_min3_u16', opcodes(0x1f6, 0x353, 0x24b), U16X3, min3),
  vop3('v_max3_f16', opcodes(0x1f7, 0x354, 0x24c), F16X3, (a, b, c) => maximum(maximum(a, b), c)),
  vop3('v_max3_i16', opcodes(0x1f8, 0x355, 0x24d), I16X3, max3),
  vop3('v_max3_u16', opcodes(0x1f9, 0x356, 0x24e), U16X3, max3),
  vop3('v_med3_f16', opcodes(0x1fa, 0x357, 0x24f), F16X3, median),
  vop3('v_med3_i16', opcodes(0x1fb, 0x358, 0x250), I16X3, median3),
  vop3('v_med3_u16', opcodes(0x1fc, 0x359, 0x251), U16X3, median3),
  vop3('v_maxmin_f16', { gfx11: 0x260 }, F16X3, (a, b, c) => minimum(maximum(a, b), c), { omitsOpSel: true }),
  vop3('v_minmax_f16', { gfx11: 0x261 }, F16X3, (a, b, c) => maximum(minimum(a, b), c), { omitsOpSel: true }),
];

/** Builds the instruction that packs two 16-bit floats as normalised 16-bit integers, for exports in that format. */
function makePackedNorm(type: 'i16' | 'u16', opcode: Opcodes, norm: (x: number) => number): VectorRow {
  const name = renamedInGfx11(`v_cvt_pknorm_${type}_f16`, `v_cvt_pk_norm_${type}_f16`);
  return vop3(name, opcode, ['b32', 'f16', 'f16'], (a, b) => (norm(a) & 0xffff) | (norm(b) << 16));
}

const PACKS: readonly VectorRow[] = [
  vop3('v_pack_b32_f16', { gfx9: 0x2a0, gfx10: 0x311 }, ['b32', 'b16', 'b16'], (a, b) => a | (b << 16)),
  makePackedNorm('i16', { gfx9: 0x299, gfx10: 0x312 }, toSignedNorm),
  makePackedNorm('u16', { gfx9: 0x29a, gfx10: 0x313 }, toUnsignedNorm),
  vop1('v_sat_pk_u8_i16', { gfx9: 0x4f, gfx10: 0x62 }, ['b16', 'b32'], (a) => {
    const low = Math.max(0, Math.min(255, (a << 16) >> 16));
    return low | (Math.max(0, Math.min(255, a >> 16)) << 8);
  }),
];

/** The 16-bit operations in all vector formats. */
export const HALF_ROWS: readonly VectorRow[] = [
  ...FUNCTIONS,
  ...CONVERSIONS,
  ...ARITHMETIC,
  ...INTEGERS,
  ...LEGACY,
  ...MIN_MAX,
  ...PACKS,
];
