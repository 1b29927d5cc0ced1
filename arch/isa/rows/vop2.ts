import { maximum, minimum } from '../numbers/float.js';
import { fusedMultiplyAdd } from '../numbers/fused.js';
import { numberToHalf, ROUND_TO_ZERO } from '../numbers/half.js';
import { multiplyHighSigned, multiplyHighUnsigned, signExtend24 } from '../numbers/integer.js';
import { type Operation, type VectorRow, vop2 } from './row.js';
import { type Names, type Opcodes, opcodes, renamedInGfx10, renamedInGfx11, X } from './row-base.js';

/** Returns the same operation for generations on which it is VOP3-only. */
function makeVop3Only(row: VectorRow, name: Names, opcode: Opcodes): VectorRow {
  return { ...row, format: 'vop3', name, opcode };
}

const B32 = ['b32', 'b32', 'b32'] as const;
const U32 = ['u32', 'u32', 'u32'] as const;
const I32 = ['i32', 'i32', 'i32'] as const;
const F32 = ['f32', 'f32', 'f32'] as const;
const WITH_MASK = ['u32', 'u32', 'u32', 'mask'] as const;

/**
 * Rows with this operation flush 32-bit denormals: "v_mad_f32 does not support denormals" (LLVM, SIISelLowering.cpp).
 */
const multiplyAddUnfused: Operation = (a, b, c) => Math.fround(a * b) + c;

const FLOATS: readonly VectorRow[] = [
  vop2('v_add_f32', { gfx9: 0x01, gfx10: 0x03 }, F32, (a, b) => a + b),
  vop2('v_sub_f32', { gfx9: 0x02, gfx10: 0x04 }, F32, (a, b) => a - b),
  vop2('v_subrev_f32', { gfx9: 0x03, gfx10: 0x05 }, F32, (a, b) => b - a),
  vop2(renamedInGfx11('v_mul_legacy_f32', 'v_mul_dx9_zero_f32'), { gfx9: 0x04, gfx10: 0x07 }, F32, (a, b) =>
    a === 0 || b === 0 ? 0 : a * b,
  ),
  vop2('v_mul_f32', { gfx9: 0x05, gfx10: 0x08 }, F32, (a, b) => a * b),
  vop2('v_min_f32', { gfx9: 0x0a, gfx10: 0x0f }, F32, minimum),
  vop2('v_max_f32', { gfx9: 0x0b, gfx10: 0x10 }, F32, maximum),
  vop2('v_mac_f32', { gfx9: 0x16, gfx10: 0x1f, 'gfx10.3': X }, F32, multiplyAddUnfused, {
    tied: true,
    flushes: true,
  }),
  vop2('v_fmac_f32', { gfx9: 0x3b, gfx10: 0x2b }, F32, fusedMultiplyAdd, {
    tied: true,
    group: 'deep-learning',
  }),
];

const F32X3 = ['f32', 'f32', 'f32', 'f32'] as const;

const LITERALS: readonly VectorRow[] = [
  vop2('v_madmk_f32', { gfx9: 0x17, gfx10: 0x20, 'gfx10.3': X }, F32X3, multiplyAddUnfused, {
    literalAt: 1,
    encodings: 'single',
    flushes: true,
  }),
  vop2('v_madak_f32', { gfx9: 0x18, gfx10: 0x21, 'gfx10.3': X }, F32X3, multiplyAddUnfused, {
    literalAt: 2,
    encodings: 'single',
    flushes: true,
  }),
  vop2('v_fmamk_f32', { gfx10: 0x2c }, F32X3, fusedMultiplyAdd, { literalAt: 1, encodings: 'single' }),
  vop2('v_fmaak_f32', { gfx10: 0x2d }, F32X3, fusedMultiplyAdd, { literalAt: 2, encodings: 'single' }),
];

const exactSum: Operation = (a, b) => (a >>> 0) + (b >>> 0);
const exactDifference: Operation = (a, b) => (a >>> 0) - (b >>> 0);
const exactReverseDifference: Operation = (a, b) => (b >>> 0) - (a >>> 0);

const INTEGERS: readonly VectorRow[] = [
  vop2('v_mul_i32_i24', { gfx9: 0x06, gfx10: 0x09 }, I32, (a, b) =>
    Math.imul(signExtend24(a), signExtend24(b)),
  ),
  vop2('v_mul_hi_i32_i24', { gfx9: 0x07, gfx10: 0x0a }, I32, (a, b) =>
    multiplyHighSigned(signExtend24(a), signExtend24(b)),
  ),
  vop2('v_mul_u32_u24', { gfx9: 0x08, gfx10: 0x0b }, U32, (a, b) => Math.imul(a & 0xffffff, b & 0xffffff)),
  vop2('v_mul_hi_u32_u24', { gfx9: 0x09, gfx10: 0x0c }, U32, (a, b) =>
    multiplyHighUnsigned(a & 0xffffff, b & 0xffffff),
  ),
  vop2('v_min_i32', { gfx9: 0x0c, gfx10: 0x11 }, I32, (a, b) => Math.min(a, b)),
  vop2('v_max_i32', { gfx9: 0x0d, gfx10: 0x12 }, I32, (a, b) => Math.max(a, b)),
  vop2('v_min_u32', { gfx9: 0x0e, gfx10: 0x13 }, U32, (a, b) => (a >>> 0 < b >>> 0 ? a : b)),
  vop2('v_max_u32', { gfx9: 0x0f, gfx10: 0x14 }, U32, (a, b) => (a >>> 0 > b >>> 0 ? a : b)),
  vop2(renamedInGfx10('v_add_u32', 'v_add_nc_u32'), { gfx9: 0x34, gfx10: 0x25 }, U32, (a, b) => (a + b) | 0, {
    exact: exactSum,
  }),
  vop2(renamedInGfx10('v_sub_u32', 'v_sub_nc_u32'), { gfx9: 0x35, gfx10: 0x26 }, U32, (a, b) => (a - b) | 0, {
    exact: exactDifference,
  }),
  vop2(
    renamedInGfx10('v_subrev_u32', 'v_subrev_nc_u32'),
    { gfx9: 0x36, gfx10: 0x27 },
    U32,
    (a, b) => (b - a) | 0,
    { exact: exactReverseDifference },
  ),
];

const BITS: readonly VectorRow[] = [
  vop2('v_cndmask_b32', { gfx9: 0x00, gfx10: 0x01 }, ['b32', 'b32', 'b32', 'mask'], (a, b, m) => (m ? b : a)),
  vop2('v_lshrrev_b32', opcodes(0x10, 0x16, 0x19), B32, (a, b) => (b >>> a) | 0),
  vop2('v_ashrrev_i32', opcodes(0x11, 0x18, 0x1a), ['i32', 'u32', 'i32'], (a, b) => b >> a),
  vop2('v_lshlrev_b32', opcodes(0x12, 0x1a, 0x18), B32, (a, b) => b << a),
  vop2('v_and_b32', { gfx9: 0x13, gfx10: 0x1b }, B32, (a, b) => a & b),
  vop2('v_or_b32', { gfx9: 0x14, gfx10: 0x1c }, B32, (a, b) => a | b),
  vop2('v_xor_b32', { gfx9: 0x15, gfx10: 0x1d }, B32, (a, b) => a ^ b),
  vop2('v_xnor_b32', { gfx9: 0x3d, gfx10: 0x1e }, B32, (a, b) => ~(a ^ b), { group: 'deep-learning' }),
];

const carries: Operation = (a, b) => ((a >>> 0) + (b >>> 0) > 0xffffffff ? 1 : 0);
const carriesWithCarryIn: Operation = (a, b, c) => ((a >>> 0) + (b >>> 0) + c > 0xffffffff ? 1 : 0);
const borrows: Operation = (a, b) => (b >>> 0 > a >>> 0 ? 1 : 0);
const reverseBorrows: Operation = (a, b) => (a >>> 0 > b >>> 0 ? 1 : 0);
const borrowsWithBorrowIn: Operation = (a, b, c) => ((b >>> 0) + c > a >>> 0 ? 1 : 0);
const reverseBorrowsWithBorrowIn: Operation = (a, b, c) => ((a >>> 0) + c > b >>> 0 ? 1 : 0);

const ADD_CARRY = vop2('v_add_co_u32', { gfx9: 0x19, gfx10: X }, U32, (a, b) => (a + b) | 0, {
  carry: carries,
  exact: exactSum,
});
const SUB_CARRY = vop2('v_sub_co_u32', { gfx9: 0x1a, gfx10: X }, U32, (a, b) => (a - b) | 0, {
  carry: borrows,
  exact: exactDifference,
});
const SUBREV_CARRY = vop2('v_subrev_co_u32', { gfx9: 0x1b, gfx10: X }, U32, (a, b) => (b - a) | 0, {
  carry: reverseBorrows,
  exact: exactReverseDifference,
});

const CARRIES: readonly VectorRow[] = [
  ADD_CARRY,
  SUB_CARRY,
  SUBREV_CARRY,
  makeVop3Only(ADD_CARRY, 'v_add_co_u32', { gfx10: 0x30f, gfx11: 0x300 }),
  makeVop3Only(SUB_CARRY, 'v_sub_co_u32', { gfx10: 0x310, gfx11: 0x301 }),
  makeVop3Only(SUBREV_CARRY, 'v_subrev_co_u32', { gfx10: 0x319, gfx11: 0x302 }),
  vop2(
    renamedInGfx10('v_addc_co_u32', 'v_add_co_ci_u32'),
    opcodes(0x1c, 0x28, 0x20),
    WITH_MASK,
    (a, b, c) => (a + b + c) | 0,
    { carry: carriesWithCarryIn },
  ),
  vop2(
    renamedInGfx10('v_subb_co_u32', 'v_sub_co_ci_u32'),
    opcodes(0x1d, 0x29, 0x21),
    WITH_MASK,
    (a, b, c) => (a - b - c) | 0,
    { carry: borrowsWithBorrowIn },
  ),
  vop2(
    renamedInGfx10('v_subbrev_co_u32', 'v_subrev_co_ci_u32'),
    opcodes(0x1e, 0x2a, 0x22),
    WITH_MASK,
    (a, b, c) => (b - a - c) | 0,
    { carry: reverseBorrowsWithBorrowIn },
  ),
];

const packRoundedToZero: Operation = (a, b) =>
  numberToHalf(a, ROUND_TO_ZERO) | (numberToHalf(b, ROUND_TO_ZERO) << 16);

const PACK_RTZ = vop2(
  renamedInGfx11('v_cvt_pkrtz_f16_f32', 'v_cvt_pk_rtz_f16_f32'),
  { gfx10: 0x2f },
  ['b32', 'f32', 'f32'],
  packRoundedToZero,
);

/** Vector operations with two sources, not counting a literal or lane mask. */
export const VOP2_ROWS: readonly VectorRow[] = [
  ...FLOATS,
  ...LITERALS,
  ...INTEGERS,
  ...BITS,
  ...CARRIES,
  PACK_RTZ,
  makeVop3Only(PACK_RTZ, 'v_cvt_pkrtz_f16_f32', { gfx9: 0x296, gfx10: X }),
];
