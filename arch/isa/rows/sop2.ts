import {
  extractSigned,
  extractUnsigned,
  makeBitRange,
  multiplyHighSigned,
  multiplyHighUnsigned,
} from '../numbers/integer.js';
import * as wide from '../numbers/wide.js';
import { type Operation, type ScalarRow, sop2 } from './row.js';
import { everywhere, type Opcodes, renamedInGfx11, X } from './row-base.js';

const B32 = ['b32', 'b32', 'b32'] as const;
const U32 = ['u32', 'u32', 'u32'] as const;
const I32 = ['i32', 'i32', 'i32'] as const;
const B64 = ['b64', 'b64', 'b64'] as const;
const NONZERO = { scc: 'nonzero' } as const;

/** Builds the rows for a bitwise operation in both widths. */
function makeBitwise(
  oldName: string,
  gfx11: string,
  opcode32: Opcodes,
  opcode64: Opcodes,
  compute: (a: number, b: number) => number,
): ScalarRow[] {
  return [
    sop2(renamedInGfx11(`${oldName}_b32`, `${gfx11}_b32`), opcode32, B32, compute, NONZERO),
    sop2(renamedInGfx11(`${oldName}_b64`, `${gfx11}_b64`), opcode64, B64, (a, _aHigh, b) => compute(a, b), {
      scc: 'nonzero',
      high: (_a, aHigh, _b, bHigh) => compute(aHigh, bHigh),
    }),
  ];
}

/** Returns 1 if the unsigned sum a + b + SCC overflows 32 bits. */
const carriesWithCarryIn: Operation = (a, b, scc) => ((a >>> 0) + (b >>> 0) + scc > 0xffffffff ? 1 : 0);
const carries: Operation = (a, b) => ((a >>> 0) + (b >>> 0) > 0xffffffff ? 1 : 0);
const overflowsAdd: Operation = (a, b) => ((~(a ^ b) & (a ^ (a + b))) < 0 ? 1 : 0);
const overflowsSub: Operation = (a, b) => (((a ^ b) & (a ^ (a - b))) < 0 ? 1 : 0);

function shiftAdd(shift: number): Operation {
  return (a, b) => ((a << shift) + b) | 0;
}

function shiftAddCarries(shift: number): Operation {
  return (a, b) => ((a >>> 0) * 2 ** shift + (b >>> 0) > 0xffffffff ? 1 : 0);
}

const ARITHMETIC: readonly ScalarRow[] = [
  sop2('s_add_u32', everywhere(0x00), U32, (a, b) => (a + b) | 0, { scc: carries }),
  sop2('s_sub_u32', everywhere(0x01), U32, (a, b) => (a - b) | 0, {
    scc: (a, b) => (b >>> 0 > a >>> 0 ? 1 : 0),
  }),
  sop2('s_add_i32', everywhere(0x02), I32, (a, b) => (a + b) | 0, { scc: overflowsAdd }),
  sop2('s_sub_i32', everywhere(0x03), I32, (a, b) => (a - b) | 0, { scc: overflowsSub }),
  sop2('s_addc_u32', everywhere(0x04), U32, (a, b, scc) => (a + b + scc) | 0, {
    scc: carriesWithCarryIn,
    readsScc: true,
  }),
  sop2('s_subb_u32', everywhere(0x05), U32, (a, b, scc) => (a - b - scc) | 0, {
    scc: (a, b, scc) => ((b >>> 0) + scc > a >>> 0 ? 1 : 0),
    readsScc: true,
  }),
  sop2('s_min_i32', { gfx9: 0x06, gfx11: 0x12 }, I32, (a, b) => Math.min(a, b), {
    scc: (a, b) => (a < b ? 1 : 0),
  }),
  sop2('s_min_u32', { gfx9: 0x07, gfx11: 0x13 }, U32, (a, b) => (a >>> 0 < b >>> 0 ? a : b), {
    scc: (a, b) => (a >>> 0 < b >>> 0 ? 1 : 0),
  }),
  sop2('s_max_i32', { gfx9: 0x08, gfx11: X }, I32, (a, b) => Math.max(a, b), {
    scc: (a, b) => (a > b ? 1 : 0),
  }),
  sop2('s_max_i32', { gfx11: 0x14 }, I32, (a, b) => Math.max(a, b), { scc: (a, b) => (a >= b ? 1 : 0) }),
  sop2('s_max_u32', { gfx9: 0x09, gfx11: X }, U32, (a, b) => (a >>> 0 > b >>> 0 ? a : b), {
    scc: (a, b) => (a >>> 0 > b >>> 0 ? 1 : 0),
  }),
  sop2('s_max_u32', { gfx11: 0x15 }, U32, (a, b) => (a >>> 0 > b >>> 0 ? a : b), {
    scc: (a, b) => (a >>> 0 >= b >>> 0 ? 1 : 0),
  }),
  sop2(
    's_absdiff_i32',
    { gfx9: 0x2a, gfx10: 0x2c, gfx11: 0x06 },
    I32,
    (a, b) => Math.abs((a - b) | 0) | 0,
    NONZERO,
  ),
  sop2('s_mul_i32', { gfx9: 0x24, gfx10: 0x26, gfx11: 0x2c }, I32, (a, b) => Math.imul(a, b)),
  sop2('s_mul_hi_u32', { gfx9: 0x2c, gfx10: 0x35, gfx11: 0x2d }, U32, multiplyHighUnsigned),
  sop2('s_mul_hi_i32', { gfx9: 0x2d, gfx10: 0x36, gfx11: 0x2e }, I32, multiplyHighSigned),
  sop2('s_lshl1_add_u32', { gfx9: 0x2e, gfx11: 0x0e }, U32, shiftAdd(1), { scc: shiftAddCarries(1) }),
  sop2('s_lshl2_add_u32', { gfx9: 0x2f, gfx11: 0x0f }, U32, shiftAdd(2), { scc: shiftAddCarries(2) }),
  sop2('s_lshl3_add_u32', { gfx9: 0x30, gfx11: 0x10 }, U32, shiftAdd(3), { scc: shiftAddCarries(3) }),
  sop2('s_lshl4_add_u32', { gfx9: 0x31, gfx11: 0x11 }, U32, shiftAdd(4), { scc: shiftAddCarries(4) }),
];

const SELECT_AND_BITWISE: readonly ScalarRow[] = [
  sop2('s_cselect_b32', { gfx9: 0x0a, gfx11: 0x30 }, B32, (a, b, scc) => (scc ? a : b), { readsScc: true }),
  sop2('s_cselect_b64', { gfx9: 0x0b, gfx11: 0x31 }, B64, (a, _aHigh, b, _bHigh, scc) => (scc ? a : b), {
    high: (_a, aHigh, _b, bHigh, scc) => (scc ? aHigh : bHigh),
    readsScc: true,
  }),
  ...makeBitwise(
    's_and',
    's_and',
    { gfx9: 0x0c, gfx10: 0x0e, gfx11: 0x16 },
    { gfx9: 0x0d, gfx10: 0x0f, gfx11: 0x17 },
    (a, b) => a & b,
  ),
  ...makeBitwise(
    's_or',
    's_or',
    { gfx9: 0x0e, gfx10: 0x10, gfx11: 0x18 },
    { gfx9: 0x0f, gfx10: 0x11, gfx11: 0x19 },
    (a, b) => a | b,
  ),
  ...makeBitwise(
    's_xor',
    's_xor',
    { gfx9: 0x10, gfx10: 0x12, gfx11: 0x1a },
    { gfx9: 0x11, gfx10: 0x13, gfx11: 0x1b },
    (a, b) => a ^ b,
  ),
  ...makeBitwise(
    's_andn2',
    's_and_not1',
    { gfx9: 0x12, gfx10: 0x14, gfx11: 0x22 },
    { gfx9: 0x13, gfx10: 0x15, gfx11: 0x23 },
    (a, b) => a & ~b,
  ),
  ...makeBitwise(
    's_orn2',
    's_or_not1',
    { gfx9: 0x14, gfx10: 0x16, gfx11: 0x24 },
    { gfx9: 0x15, gfx10: 0x17, gfx11: 0x25 },
    (a, b) => a | ~b,
  ),
  ...makeBitwise(
    's_nand',
    's_nand',
    { gfx9: 0x16, gfx10: 0x18, gfx11: 0x1c },
    { gfx9: 0x17, gfx10: 0x19, gfx11: 0x1d },
    (a, b) => ~(a & b),
  ),
  ...makeBitwise(
    's_nor',
    's_nor',
    { gfx9: 0x18, gfx10: 0x1a, gfx11: 0x1e },
    { gfx9: 0x19, gfx10: 0x1b, gfx11: 0x1f },
    (a, b) => ~(a | b),
  ),
  ...makeBitwise(
    's_xnor',
    's_xnor',
    { gfx9: 0x1a, gfx10: 0x1c, gfx11: 0x20 },
    { gfx9: 0x1b, gfx10: 0x1d, gfx11: 0x21 },
    (a, b) => ~(a ^ b),
  ),
];

const SHIFTS: readonly ScalarRow[] = [
  sop2(
    's_lshl_b32',
    { gfx9: 0x1c, gfx10: 0x1e, gfx11: 0x08 },
    ['b32', 'b32', 'u32'],
    (a, b) => a << b,
    NONZERO,
  ),
  sop2('s_lshl_b64', { gfx9: 0x1d, gfx10: 0x1f, gfx11: 0x09 }, ['b64', 'b64', 'u32'], wide.shiftLeftLow, {
    high: wide.shiftLeftHigh,
    scc: 'nonzero',
  }),
  sop2(
    's_lshr_b32',
    { gfx9: 0x1e, gfx10: 0x20, gfx11: 0x0a },
    ['b32', 'b32', 'u32'],
    (a, b) => (a >>> b) | 0,
    NONZERO,
  ),
  sop2('s_lshr_b64', { gfx9: 0x1f, gfx10: 0x21, gfx11: 0x0b }, ['b64', 'b64', 'u32'], wide.shiftRightLow, {
    high: wide.shiftRightHigh,
    scc: 'nonzero',
  }),
  sop2(
    's_ashr_i32',
    { gfx9: 0x20, gfx10: 0x22, gfx11: 0x0c },
    ['i32', 'i32', 'u32'],
    (a, b) => a >> b,
    NONZERO,
  ),
  sop2(
    's_ashr_i64',
    { gfx9: 0x21, gfx10: 0x23, gfx11: 0x0d },
    ['i64', 'i64', 'u32'],
    wide.shiftRightSignedLow,
    { high: wide.shiftRightSignedHigh, scc: 'nonzero' },
  ),
];

const BIT_FIELDS: readonly ScalarRow[] = [
  sop2('s_bfm_b32', { gfx9: 0x22, gfx10: 0x24, gfx11: 0x2a }, B32, makeBitRange),
  sop2('s_bfm_b64', { gfx9: 0x23, gfx10: 0x25, gfx11: 0x2b }, ['b64', 'b32', 'b32'], wide.makeLowBitRange, {
    high: wide.makeHighBitRange,
  }),
  sop2(
    's_bfe_u32',
    { gfx9: 0x25, gfx10: 0x27, gfx11: 0x26 },
    U32,
    (a, b) => extractUnsigned(a, b & 31, (b >>> 16) & 127),
    NONZERO,
  ),
  sop2(
    's_bfe_i32',
    { gfx9: 0x26, gfx10: 0x28, gfx11: 0x27 },
    ['i32', 'i32', 'u32'],
    (a, b) => extractSigned(a, b & 31, (b >>> 16) & 127),
    NONZERO,
  ),
  sop2(
    's_bfe_u64',
    { gfx9: 0x27, gfx10: 0x29, gfx11: 0x28 },
    ['u64', 'u64', 'u32'],
    wide.extractUnsignedLow,
    { high: wide.extractUnsignedHigh, scc: 'nonzero' },
  ),
  sop2('s_bfe_i64', { gfx9: 0x28, gfx10: 0x2a, gfx11: 0x29 }, ['i64', 'i64', 'u32'], wide.extractSignedLow, {
    high: wide.extractSignedHigh,
    scc: 'nonzero',
  }),
  sop2('s_pack_ll_b32_b16', everywhere(0x32), B32, (a, b) => (a & 0xffff) | (b << 16)),
  sop2('s_pack_lh_b32_b16', everywhere(0x33), B32, (a, b) => (a & 0xffff) | (b & 0xffff0000)),
  sop2('s_pack_hh_b32_b16', everywhere(0x34), B32, (a, b) => (a >>> 16) | (b & 0xffff0000)),
  sop2('s_pack_hl_b32_b16', { gfx11: 0x35 }, B32, (a, b) => (a >>> 16) | (b << 16)),
];

/** Scalar operations with two sources. */
export const SOP2_ROWS: readonly ScalarRow[] = [
  ...ARITHMETIC,
  ...SELECT_AND_BITWISE,
  ...SHIFTS,
  ...BIT_FIELDS,
];
