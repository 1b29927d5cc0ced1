import { getExponent, getMantissa, scale } from '../numbers/division.js';
import { maximum, minimum, roundToEven, toSigned, toUnsigned } from '../numbers/float.js';
import { fusedMultiplyAddDouble } from '../numbers/fused.js';
import * as wide from '../numbers/wide.js';
import { type VectorRow, vop1, vop3 } from './row.js';
import { everywhere, opcodes } from './row-base.js';

const F64X1 = ['f64', 'f64'] as const;
const F64X2 = ['f64', 'f64', 'f64'] as const;

const CONVERSIONS: readonly VectorRow[] = [
  vop1('v_cvt_i32_f64', everywhere(0x03), ['i32', 'f64'], toSigned),
  vop1('v_cvt_f64_i32', everywhere(0x04), ['f64', 'i32'], (a) => a),
  vop1('v_cvt_f32_f64', everywhere(0x0f), ['f32', 'f64'], (a) => a),
  vop1('v_cvt_f64_f32', everywhere(0x10), ['f64', 'f32'], (a) => a),
  vop1('v_cvt_u32_f64', everywhere(0x15), ['u32', 'f64'], toUnsigned),
  vop1('v_cvt_f64_u32', everywhere(0x16), ['f64', 'u32'], (a) => a >>> 0),
];

const FUNCTIONS: readonly VectorRow[] = [
  vop1('v_trunc_f64', everywhere(0x17), F64X1, (a) => Math.trunc(a)),
  vop1('v_ceil_f64', everywhere(0x18), F64X1, (a) => Math.ceil(a)),
  vop1('v_rndne_f64', everywhere(0x19), F64X1, roundToEven),
  vop1('v_floor_f64', everywhere(0x1a), F64X1, (a) => Math.floor(a)),
  vop1('v_rcp_f64', { gfx9: 0x25, gfx10: 0x2f }, F64X1, (a) => 1 / a),
  vop1('v_rsq_f64', { gfx9: 0x26, gfx10: 0x31 }, F64X1, (a) => 1 / Math.sqrt(a)),
  vop1('v_sqrt_f64', { gfx9: 0x28, gfx10: 0x34 }, F64X1, (a) => Math.sqrt(a)),
  vop1('v_frexp_exp_i32_f64', { gfx9: 0x30, gfx10: 0x3c }, ['i32', 'f64'], getExponent),
  vop1('v_frexp_mant_f64', { gfx9: 0x31, gfx10: 0x3d }, F64X1, getMantissa),
  vop1('v_fract_f64', { gfx9: 0x32, gfx10: 0x3e }, F64X1, (a) => Math.min(a - Math.floor(a), 1 - 2 ** -53)),
];

const ARITHMETIC: readonly VectorRow[] = [
  vop3('v_add_f64', opcodes(0x280, 0x164, 0x327), F64X2, (a, b) => a + b),
  vop3('v_mul_f64', opcodes(0x281, 0x165, 0x328), F64X2, (a, b) => a * b),
  vop3('v_min_f64', opcodes(0x282, 0x166, 0x329), F64X2, minimum),
  vop3('v_max_f64', opcodes(0x283, 0x167, 0x32a), F64X2, maximum),
  vop3('v_ldexp_f64', opcodes(0x284, 0x168, 0x32b), ['f64', 'f64', 'i32'], scale),
  vop3('v_fma_f64', opcodes(0x1cc, 0x14c, 0x214), ['f64', 'f64', 'f64', 'f64'], fusedMultiplyAddDouble),
];

const INTEGERS: readonly VectorRow[] = [
  vop3('v_mad_u64_u32', opcodes(0x1e8, 0x176, 0x2fe), ['u64', 'u32', 'u32', 'u64'], wide.multiplyAddLow, {
    high: wide.multiplyAddUnsignedHigh,
    carry: wide.multiplyAddUnsignedCarry,
  }),
  vop3('v_mad_i64_i32', opcodes(0x1e9, 0x177, 0x2ff), ['i64', 'i32', 'i32', 'i64'], wide.multiplyAddLow, {
    high: wide.multiplyAddSignedHigh,
    carry: wide.multiplyAddSignedCarry,
  }),
];

/** The 64-bit operations in all vector formats. */
export const DOUBLE_ROWS: readonly VectorRow[] = [...CONVERSIONS, ...FUNCTIONS, ...ARITHMETIC, ...INTEGERS];
