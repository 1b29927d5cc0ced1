import { getExponent, getMantissa, scale } from '../numbers/division.js';
import { toSignedNorm, toUnsignedNorm } from '../numbers/float.js';
import { cosineFromTurns, exp2, log2, sineFromTurns } from '../numbers/transcendental.js';
import { addDomainNan, markApproximate, type Operation, type VectorRow, vop1, vop3 } from './row.js';
import { type Opcodes, opcodes, renamedInGfx10, renamedInGfx11, X } from './row-base.js';

const F32X1 = ['f32', 'f32'] as const;
const F32X3 = ['f32', 'f32', 'f32', 'f32'] as const;
const B32X3 = ['b32', 'b32', 'b32', 'b32'] as const;

const FUNCTIONS: readonly VectorRow[] = [
  markApproximate(vop1('v_exp_f32', { gfx9: 0x20, gfx10: 0x25 }, F32X1, exp2)),
  markApproximate(vop1('v_log_f32', { gfx9: 0x21, gfx10: 0x27 }, F32X1, log2)),
  addDomainNan(vop1('v_sin_f32', { gfx9: 0x29, gfx10: 0x35 }, F32X1, sineFromTurns)),
  addDomainNan(vop1('v_cos_f32', { gfx9: 0x2a, gfx10: 0x36 }, F32X1, cosineFromTurns)),
  vop1('v_frexp_exp_i32_f32', { gfx9: 0x33, gfx10: 0x3f }, ['i32', 'f32'], getExponent),
  vop1('v_frexp_mant_f32', { gfx9: 0x34, gfx10: 0x40 }, F32X1, getMantissa),
  vop3('v_ldexp_f32', opcodes(0x288, 0x362, 0x31c), ['f32', 'f32', 'i32'], scale),
];

const clampSigned16 = (x: number): number => Math.max(-0x8000, Math.min(0x7fff, Math.trunc(x || 0)));
const clampUnsigned16 = (x: number): number => Math.max(0, Math.min(0xffff, Math.trunc(x || 0)));

function pack(low: number, high: number): number {
  return (low & 0xffff) | (high << 16);
}

const PACKS: readonly VectorRow[] = [
  vop3(
    renamedInGfx11('v_cvt_pknorm_i16_f32', 'v_cvt_pk_norm_i16_f32'),
    opcodes(0x294, 0x368, 0x321),
    ['b32', 'f32', 'f32'],
    (a, b) => pack(toSignedNorm(a), toSignedNorm(b)),
  ),
  vop3(
    renamedInGfx11('v_cvt_pknorm_u16_f32', 'v_cvt_pk_norm_u16_f32'),
    opcodes(0x295, 0x369, 0x322),
    ['b32', 'f32', 'f32'],
    (a, b) => pack(toUnsignedNorm(a), toUnsignedNorm(b)),
  ),
  vop3('v_cvt_pk_i16_f32', { gfx11: 0x306 }, ['b32', 'f32', 'f32'], (a, b) =>
    pack(clampSigned16(a), clampSigned16(b)),
  ),
  vop3('v_cvt_pk_u16_f32', { gfx11: 0x307 }, ['b32', 'f32', 'f32'], (a, b) =>
    pack(clampUnsigned16(a), clampUnsigned16(b)),
  ),
];

function extractByte(word: number, i: number): number {
  return (word >>> (8 * i)) & 0xff;
}

function sumBytes(getTerm: (i: number) => number): number {
  return getTerm(0) + getTerm(1) + getTerm(2) + getTerm(3);
}

function sumAbsoluteDifferences(a: number, b: number): number {
  return sumBytes((i) => Math.abs(extractByte(a, i) - extractByte(b, i)));
}

/**
 * Returns the byte that a `v_perm_b32` selector selects: 0–3 from b, 4–7 from a, 8–11 a sign, 12 zero, 13 and up 0xff.
 */
function selectByte(a: number, b: number, selector: number): number {
  if (selector < 4) return extractByte(b, selector);
  if (selector < 8) return extractByte(a, selector - 4);
  if (selector === 12) return 0;
  if (selector > 12) return 0xff;
  const word = selector < 10 ? b : a;
  return (word >>> (selector & 1 ? 31 : 15)) & 1 ? 0xff : 0;
}

const permute: Operation = (a, b, c) =>
  selectByte(a, b, extractByte(c, 0)) |
  (selectByte(a, b, extractByte(c, 1)) << 8) |
  (selectByte(a, b, extractByte(c, 2)) << 16) |
  (selectByte(a, b, extractByte(c, 3)) << 24);

const average: Operation = (a, b, c) => {
  let result = 0;
  for (let i = 0; i < 4; i++)
    result |= ((extractByte(a, i) + extractByte(b, i) + ((c >>> (8 * i)) & 1)) >>> 1) << (8 * i);
  return result;
};

const BYTES: readonly VectorRow[] = [
  vop3('v_perm_b32', opcodes(0x1ed, 0x344, 0x244), B32X3, permute),
  vop3('v_lerp_u8', opcodes(0x1cd, 0x14d, 0x215), B32X3, average),
  vop3('v_sad_u8', opcodes(0x1d9, 0x15a, 0x222), B32X3, (a, b, c) => (sumAbsoluteDifferences(a, b) + c) | 0),
  vop3(
    'v_sad_hi_u8',
    opcodes(0x1da, 0x15b, 0x223),
    B32X3,
    (a, b, c) => ((sumAbsoluteDifferences(a, b) << 16) + c) | 0,
  ),
  vop3('v_sad_u16', opcodes(0x1db, 0x15c, 0x224), B32X3, (a, b, c) => {
    const low = Math.abs((a & 0xffff) - (b & 0xffff));
    return (low + Math.abs((a >>> 16) - (b >>> 16)) + c) | 0;
  }),
  vop3(
    'v_sad_u32',
    opcodes(0x1dc, 0x15d, 0x225),
    B32X3,
    (a, b, c) => (Math.abs((a >>> 0) - (b >>> 0)) + c) | 0,
  ),
  vop3(
    'v_msad_u8',
    opcodes(0x1e4, 0x171, 0x239),
    B32X3,
    (a, b, c) =>
      (sumBytes((i) => (extractByte(b, i) === 0 ? 0 : Math.abs(extractByte(a, i) - extractByte(b, i)))) + c) |
      0,
  ),
];

/**
 * Returns an operation that computes 16-bit sums of absolute differences between the four bytes of b and the bytes at
 * two byte offsets in a dword pair: 0 and 1, or 2 and 3 for the high half.
 */
function makeSlidingSums(isMasked: boolean, half: 0 | 1): Operation {
  return (a, aHigh, b, c, cHigh) => {
    const sum = (offset: number) =>
      sumBytes((i) => {
        const index = offset + i;
        const byte = index < 4 ? extractByte(a, index) : extractByte(aHigh, index - 4);
        return isMasked && extractByte(b, i) === 0 ? 0 : Math.abs(byte - extractByte(b, i));
      });
    const old = half === 0 ? c : cHigh;
    return pack(sum(2 * half) + (old & 0xffff), sum(2 * half + 1) + (old >>> 16));
  };
}

function makeSlidingRow(name: string, opcode: Opcodes, isMasked: boolean): VectorRow {
  const low = vop3(name, opcode, ['b64', 'b64', 'b32', 'b64'], makeSlidingSums(isMasked, 0));
  return { ...low, high: makeSlidingSums(isMasked, 1) };
}

const SLIDING: readonly VectorRow[] = [
  makeSlidingRow('v_qsad_pk_u16_u8', opcodes(0x1e5, 0x172, 0x23a), false),
  makeSlidingRow('v_mqsad_pk_u16_u8', opcodes(0x1e6, 0x173, 0x23b), true),
];

/** Returns the cube face that a direction points to: 0 and 1 for +x and -x, 2 and 3 for y, 4 and 5 for z. */
function findCubeFace(x: number, y: number, z: number): number {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (az >= ax && az >= ay) return z < 0 ? 5 : 4;
  if (ay >= ax) return y < 0 ? 3 : 2;
  return x < 0 ? 1 : 0;
}

const cubeS: Operation = (x, y, z) => [-z, z, x, x, x, -x][findCubeFace(x, y, z)];
const cubeT: Operation = (x, y, z) => [-y, -y, z, -z, -y, -y][findCubeFace(x, y, z)];
const cubeMajor: Operation = (x, y, z) => 2 * [x, x, y, y, z, z][findCubeFace(x, y, z)];

const CUBES: readonly VectorRow[] = [
  vop3('v_cubeid_f32', opcodes(0x1c4, 0x144, 0x20c), F32X3, findCubeFace),
  vop3('v_cubesc_f32', opcodes(0x1c5, 0x145, 0x20d), F32X3, cubeS),
  vop3('v_cubetc_f32', opcodes(0x1c6, 0x146, 0x20e), F32X3, cubeT),
  vop3('v_cubema_f32', opcodes(0x1c7, 0x147, 0x20f), F32X3, cubeMajor),
];

const SIGNED_SUMS: readonly VectorRow[] = [
  vop3(
    renamedInGfx10('v_add_i32', 'v_add_nc_i32'),
    opcodes(0x29c, 0x37f, 0x326),
    ['i32', 'i32', 'i32'],
    (a, b) => (a + b) | 0,
    { exact: (a, b) => a + b },
  ),
  vop3(
    renamedInGfx10('v_sub_i32', 'v_sub_nc_i32'),
    opcodes(0x29d, 0x376, 0x325),
    ['i32', 'i32', 'i32'],
    (a, b) => (a - b) | 0,
    { exact: (a, b) => a - b },
  ),
  vop3('v_mul_lo_i32', { gfx10: 0x16b, 'gfx10.3': X }, ['i32', 'i32', 'i32'], (a, b) => Math.imul(a, b)),
];

/** Transcendental, packing, byte-wise and cube-map operations. */
export const SPECIAL_ROWS: readonly VectorRow[] = [
  ...FUNCTIONS,
  ...PACKS,
  ...BYTES,
  ...SLIDING,
  ...CUBES,
  ...SIGNED_SUMS,
];
