import { getFraction, roundToEven, toSigned, toUnsigned } from '../numbers/float.js';
import { countLeadingSignBits, countLeadingZeros, findLowestBit, reverseBits } from '../numbers/integer.js';
import { markApproximate, type VectorRow, vop1 } from './row.js';
import { everywhere, renamedInGfx11 } from './row-base.js';

const F32 = ['f32', 'f32'] as const;

const CONVERSIONS: readonly VectorRow[] = [
  vop1('v_cvt_f32_i32', everywhere(0x05), ['f32', 'i32'], (a) => a),
  vop1('v_cvt_f32_u32', everywhere(0x06), ['f32', 'u32'], (a) => a >>> 0),
  vop1('v_cvt_u32_f32', everywhere(0x07), ['u32', 'f32'], toUnsigned),
  vop1('v_cvt_i32_f32', everywhere(0x08), ['i32', 'f32'], toSigned),
  vop1('v_cvt_f16_f32', everywhere(0x0a), ['f16', 'f32'], (a) => a),
  vop1('v_cvt_f32_f16', everywhere(0x0b), ['f32', 'f16'], (a) => a),
  vop1(renamedInGfx11('v_cvt_rpi_i32_f32', 'v_cvt_nearest_i32_f32'), everywhere(0x0c), ['i32', 'f32'], (a) =>
    toSigned(Math.floor(a + 0.5)),
  ),
  vop1(renamedInGfx11('v_cvt_flr_i32_f32', 'v_cvt_floor_i32_f32'), everywhere(0x0d), ['i32', 'f32'], (a) =>
    toSigned(Math.floor(a)),
  ),
  vop1('v_cvt_off_f32_i4', everywhere(0x0e), ['f32', 'b32'], (a) => ((a << 28) >> 28) / 16),
  vop1('v_cvt_f32_ubyte0', everywhere(0x11), ['f32', 'b32'], (a) => a & 0xff),
  vop1('v_cvt_f32_ubyte1', everywhere(0x12), ['f32', 'b32'], (a) => (a >>> 8) & 0xff),
  vop1('v_cvt_f32_ubyte2', everywhere(0x13), ['f32', 'b32'], (a) => (a >>> 16) & 0xff),
  vop1('v_cvt_f32_ubyte3', everywhere(0x14), ['f32', 'b32'], (a) => a >>> 24),
  vop1('v_cvt_i32_i16', { gfx11: 0x6a }, ['i32', 'i16'], (a) => a),
  vop1('v_cvt_u32_u16', { gfx11: 0x6b }, ['u32', 'u16'], (a) => a),
];

const FLOATS: readonly VectorRow[] = [
  vop1('v_fract_f32', { gfx9: 0x1b, gfx10: 0x20 }, F32, getFraction),
  vop1('v_trunc_f32', { gfx9: 0x1c, gfx10: 0x21 }, F32, (a) => Math.trunc(a)),
  vop1('v_ceil_f32', { gfx9: 0x1d, gfx10: 0x22 }, F32, (a) => Math.ceil(a)),
  vop1('v_rndne_f32', { gfx9: 0x1e, gfx10: 0x23 }, F32, roundToEven),
  vop1('v_floor_f32', { gfx9: 0x1f, gfx10: 0x24 }, F32, (a) => Math.floor(a)),
  markApproximate(vop1('v_rcp_f32', { gfx9: 0x22, gfx10: 0x2a }, F32, (a) => 1 / a)),
  markApproximate(vop1('v_rcp_iflag_f32', { gfx9: 0x23, gfx10: 0x2b }, F32, (a) => 1 / a)),
  markApproximate(vop1('v_rsq_f32', { gfx9: 0x24, gfx10: 0x2e }, F32, (a) => 1 / Math.sqrt(a))),
  markApproximate(vop1('v_sqrt_f32', { gfx9: 0x27, gfx10: 0x33 }, F32, (a) => Math.sqrt(a))),
];

const BITS: readonly VectorRow[] = [
  vop1('v_mov_b32', everywhere(0x01), ['b32', 'b32'], (a) => a),
  vop1('v_mov_b16', { gfx11: 0x1c }, ['u16', 'u16'], (a) => a),
  vop1('v_not_b32', { gfx9: 0x2b, gfx10: 0x37 }, ['b32', 'b32'], (a) => ~a),
  vop1('v_not_b16', { gfx11: 0x69 }, ['u16', 'u16'], (a) => ~a),
  vop1('v_bfrev_b32', { gfx9: 0x2c, gfx10: 0x38 }, ['b32', 'b32'], reverseBits),
  vop1(
    renamedInGfx11('v_ffbh_u32', 'v_clz_i32_u32'),
    { gfx9: 0x2d, gfx10: 0x39 },
    ['i32', 'u32'],
    countLeadingZeros,
  ),
  vop1(
    renamedInGfx11('v_ffbl_b32', 'v_ctz_i32_b32'),
    { gfx9: 0x2e, gfx10: 0x3a },
    ['i32', 'b32'],
    findLowestBit,
  ),
  vop1(
    renamedInGfx11('v_ffbh_i32', 'v_cls_i32'),
    { gfx9: 0x2f, gfx10: 0x3b },
    ['i32', 'i32'],
    countLeadingSignBits,
  ),
];

/** Vector operations with one source. */
export const VOP1_ROWS: readonly VectorRow[] = [...CONVERSIONS, ...FLOATS, ...BITS];
