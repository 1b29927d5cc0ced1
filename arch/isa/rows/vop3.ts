import { popcount } from '../../wave-state.js';
import { maximum, median, minimum, roundToEven } from '../numbers/float.js';
import { fusedMultiplyAdd } from '../numbers/fused.js';
import {
  extractSigned,
  extractUnsigned,
  makeBitRange,
  multiplyHighSigned,
  multiplyHighUnsigned,
  signExtend24,
} from '../numbers/integer.js';
import * as wide from '../numbers/wide.js';
import { type VectorRow, vop3 } from './row.js';
import { opcodes, X } from './row-base.js';

const B32X2 = ['b32', 'b32', 'b32'] as const;
const U32X2 = ['u32', 'u32', 'u32'] as const;
const U32X3 = ['u32', 'u32', 'u32', 'u32'] as const;
const I32X3 = ['i32', 'i32', 'i32', 'i32'] as const;
const B32X3 = ['b32', 'b32', 'b32', 'b32'] as const;
const F32X3 = ['f32', 'f32', 'f32', 'f32'] as const;

const MULTIPLY: readonly VectorRow[] = [
  vop3('v_mul_lo_u32', opcodes(0x285, 0x169, 0x32c), U32X2, (a, b) => Math.imul(a, b)),
  vop3('v_mul_hi_u32', opcodes(0x286, 0x16a, 0x32d), U32X2, multiplyHighUnsigned),
  vop3('v_mul_hi_i32', opcodes(0x287, 0x16c, 0x32e), ['i32', 'i32', 'i32'], multiplyHighSigned),
  vop3(
    'v_mad_i32_i24',
    opcodes(0x1c2, 0x142, 0x20a),
    I32X3,
    (a, b, c) => (Math.imul(signExtend24(a), signExtend24(b)) + c) | 0,
    { exact: (a, b, c) => signExtend24(a) * signExtend24(b) + c },
  ),
  vop3(
    'v_mad_u32_u24',
    opcodes(0x1c3, 0x143, 0x20b),
    U32X3,
    (a, b, c) => (Math.imul(a & 0xffffff, b & 0xffffff) + c) | 0,
    { exact: (a, b, c) => (a & 0xffffff) * (b & 0xffffff) + (c >>> 0) },
  ),
];

const COMBINED: readonly VectorRow[] = [
  vop3('v_xad_u32', opcodes(0x1f3, 0x345, 0x245), U32X3, (a, b, c) => ((a ^ b) + c) | 0),
  vop3('v_lshl_add_u32', opcodes(0x1fd, 0x346, 0x246), U32X3, (a, b, c) => ((a << b) + c) | 0),
  vop3('v_add_lshl_u32', opcodes(0x1fe, 0x347, 0x247), U32X3, (a, b, c) => (a + b) << c),
  vop3('v_add3_u32', opcodes(0x1ff, 0x36d, 0x255), U32X3, (a, b, c) => (a + b + c) | 0),
  vop3('v_lshl_or_b32', opcodes(0x200, 0x36f, 0x256), B32X3, (a, b, c) => (a << b) | c),
  vop3('v_and_or_b32', opcodes(0x201, 0x371, 0x257), B32X3, (a, b, c) => (a & b) | c),
  vop3('v_or3_b32', opcodes(0x202, 0x372, 0x258), B32X3, (a, b, c) => a | b | c),
  vop3('v_xor3_b32', { gfx10: 0x178, gfx11: 0x240 }, B32X3, (a, b, c) => a ^ b ^ c),
];

const minUnsigned = (a: number, b: number): number => (a >>> 0 < b >>> 0 ? a : b);
const maxUnsigned = (a: number, b: number): number => (a >>> 0 > b >>> 0 ? a : b);

const MIN_MAX: readonly VectorRow[] = [
  vop3('v_min3_f32', opcodes(0x1d0, 0x151, 0x219), F32X3, (a, b, c) => minimum(minimum(a, b), c)),
  vop3('v_min3_i32', opcodes(0x1d1, 0x152, 0x21a), I32X3, (a, b, c) => Math.min(a, b, c)),
  vop3('v_min3_u32', opcodes(0x1d2, 0x153, 0x21b), U32X3, (a, b, c) => minUnsigned(minUnsigned(a, b), c)),
  vop3('v_max3_f32', opcodes(0x1d3, 0x154, 0x21c), F32X3, (a, b, c) => maximum(maximum(a, b), c)),
  vop3('v_max3_i32', opcodes(0x1d4, 0x155, 0x21d), I32X3, (a, b, c) => Math.max(a, b, c)),
  vop3('v_max3_u32', opcodes(0x1d5, 0x156, 0x21e), U32X3, (a, b, c) => maxUnsigned(maxUnsigned(a, b), c)),
  vop3('v_med3_f32', opcodes(0x1d6, 0x157, 0x21f), F32X3, median),
  vop3('v_med3_i32', opcodes(0x1d7, 0x158, 0x220), I32X3, (a, b, c) =>
    Math.max(Math.min(a, b), Math.min(Math.max(a, b), c)),
  ),
  vop3('v_med3_u32', opcodes(0x1d8, 0x159, 0x221), U32X3, (a, b, c) =>
    maxUnsigned(minUnsigned(a, b), minUnsigned(maxUnsigned(a, b), c)),
  ),
  vop3('v_maxmin_f32', { gfx11: 0x25e }, F32X3, (a, b, c) => minimum(maximum(a, b), c)),
  vop3('v_minmax_f32', { gfx11: 0x25f }, F32X3, (a, b, c) => maximum(minimum(a, b), c)),
  vop3('v_maxmin_u32', { gfx11: 0x262 }, U32X3, (a, b, c) => minUnsigned(maxUnsigned(a, b), c)),
  vop3('v_minmax_u32', { gfx11: 0x263 }, U32X3, (a, b, c) => maxUnsigned(minUnsigned(a, b), c)),
  vop3('v_maxmin_i32', { gfx11: 0x264 }, I32X3, (a, b, c) => Math.min(Math.max(a, b), c)),
  vop3('v_minmax_i32', { gfx11: 0x265 }, I32X3, (a, b, c) => Math.max(Math.min(a, b), c)),
];

const FLOATS: readonly VectorRow[] = [
  vop3('v_mad_f32', { gfx9: 0x1c1, gfx10: 0x141, 'gfx10.3': X }, F32X3, (a, b, c) => Math.fround(a * b) + c, {
    flushes: true,
  }),
  vop3('v_fma_f32', opcodes(0x1cb, 0x14b, 0x213), F32X3, fusedMultiplyAdd),
];

/** Converts a float to an unsigned byte, rounding to nearest even and saturating. */
const toByte = (x: number): number => (x > 0 ? Math.min(255, roundToEven(x)) : 0);

const CONVERSIONS: readonly VectorRow[] = [
  vop3('v_cvt_pk_u8_f32', opcodes(0x1dd, 0x15e, 0x226), ['b32', 'f32', 'u32', 'u32'], (a, b, c) => {
    const shift = (b & 3) * 8;
    return (c & ~(0xff << shift)) | (toByte(a) << shift);
  }),
  vop3(
    'v_cvt_pk_u16_u32',
    opcodes(0x297, 0x36a, 0x323),
    ['b32', 'u32', 'u32'],
    (a, b) => Math.min(a >>> 0, 0xffff) | (Math.min(b >>> 0, 0xffff) << 16),
  ),
  vop3(
    'v_cvt_pk_i16_i32',
    opcodes(0x298, 0x36b, 0x324),
    ['b32', 'i32', 'i32'],
    (a, b) =>
      (Math.max(-0x8000, Math.min(0x7fff, a)) & 0xffff) | (Math.max(-0x8000, Math.min(0x7fff, b)) << 16),
  ),
];

const FIELDS: readonly VectorRow[] = [
  vop3('v_bfe_u32', opcodes(0x1c8, 0x148, 0x210), U32X3, (a, b, c) => extractUnsigned(a, b & 31, c & 31)),
  vop3('v_bfe_i32', opcodes(0x1c9, 0x149, 0x211), ['i32', 'i32', 'u32', 'u32'], (a, b, c) =>
    extractSigned(a, b & 31, c & 31),
  ),
  vop3('v_bfi_b32', opcodes(0x1ca, 0x14a, 0x212), B32X3, (a, b, c) => (a & b) | (~a & c)),
  vop3('v_bfm_b32', opcodes(0x293, 0x363, 0x31d), B32X2, makeBitRange),
  vop3('v_alignbit_b32', opcodes(0x1ce, 0x14e, 0x216), B32X3, (a, b, c) => wide.shiftRightLow(b, a, c & 31)),
  vop3('v_alignbyte_b32', opcodes(0x1cf, 0x14f, 0x217), B32X3, (a, b, c) =>
    wide.shiftRightLow(b, a, (c & 3) * 8),
  ),
  vop3(
    'v_bcnt_u32_b32',
    opcodes(0x28b, 0x364, 0x31e),
    ['u32', 'b32', 'u32'],
    (a, b) => (popcount(a) + b) | 0,
  ),
  vop3(
    'v_mbcnt_lo_u32_b32',
    opcodes(0x28c, 0x365, 0x31f),
    ['u32', 'b32', 'u32'],
    (a, b, lane) => (popcount(lane < 32 ? a & ((1 << lane) - 1) : a) + b) | 0,
    { lane: true },
  ),
  vop3(
    'v_mbcnt_hi_u32_b32',
    opcodes(0x28d, 0x366, 0x320),
    ['u32', 'b32', 'u32'],
    (a, b, lane) => (popcount(lane < 32 ? 0 : a & ((1 << (lane - 32)) - 1)) + b) | 0,
    { lane: true },
  ),
];

const WIDE: readonly VectorRow[] = [
  vop3(
    'v_lshlrev_b64',
    opcodes(0x28f, 0x2ff, 0x33c),
    ['b64', 'u32', 'b64'],
    (n, low, high) => wide.shiftLeftLow(low, high, n),
    { high: (n, low, high) => wide.shiftLeftHigh(low, high, n) },
  ),
  vop3(
    'v_lshrrev_b64',
    opcodes(0x290, 0x300, 0x33d),
    ['b64', 'u32', 'b64'],
    (n, low, high) => wide.shiftRightLow(low, high, n),
    { high: (n, low, high) => wide.shiftRightHigh(low, high, n) },
  ),
  vop3(
    'v_ashrrev_i64',
    opcodes(0x291, 0x301, 0x33e),
    ['i64', 'u32', 'i64'],
    (n, low, high) => wide.shiftRightSignedLow(low, high, n),
    { high: (n, low, high) => wide.shiftRightSignedHigh(low, high, n) },
  ),
];

/** Vector operations that only have a VOP3 encoding. */
export const VOP3_ROWS: readonly VectorRow[] = [
  ...MULTIPLY,
  ...COMBINED,
  ...MIN_MAX,
  ...FLOATS,
  ...CONVERSIONS,
  ...FIELDS,
  ...WIDE,
];
