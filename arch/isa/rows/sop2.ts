import {
  extractSigned,
  extractUnsigned,
  makeBitRange,
  multiplyHighSigned,
  multiplyHighUnsigned,
} from '../numbers/integer.js';
import * as wide from '../numbers/wide.js';
import { type Operation, type ScalarRow, sop2 } from './row.js';
import { everywhere, type Names, opcodes, renamedInGfx11, X } from './row-base.js';

const B32 = ['b32', 'b32', 'b32'] as const;
const U32 = ['u32', 'u32', 'u32'] as const;
const I32 = ['i32', 'i32', 'i32'] as const;
const B64 = ['b64', 'b64', 'b64'] as const;
const NONZERO = { scc: 'nonzero' } as const;

/** Builds the rows for a bitwise operation in both widths. The 64-bit opcodes follow the 32-bit ones. */
function makeBitwise(
  oldName: string,
  newName: string,
  [gfx9, gfx10, gfx11]: readonly [number, number, number],
  compute: (a: number, b: number) => number,
): ScalarRow[] {
  const names = (size: string): Names => renamedInGfx11(`${oldName}_${size}`, `${newName}_${size}`);
  const low: Operation = (a, _aHigh, b) => compute(a, b);
  return [
    sop2(names('b32'), opcodes(gfx9, gfx10, gfx11), B32, compute, NONZERO),
    sop2(names('b64'), opcodes(gfx9 + 1, gfx10 + 1, gfx11 + 1), B64, low, {
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
  sop2('s_absdiff_i32', opcodes(0x2a, 0x2c, 0x06), I32, (a, b) => Math.abs((a - b) | 0) | 0, NONZERO),
  sop2('s_mul_i32', opcodes(0x24, 0x26, 0x2c), I32, (a, b) => Math.imul(a, b)),
  sop2('s_mul_hi_u32', opcodes(0x2c, 0x35, 0x2d), U32, multiplyHighUnsigned),
  sop2('s_mul_hi_i32', opcodes(0x2d, 0x36, 0x2e), I32, multiplyHighSigned),
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
  ...makeBitwise('s_and', 's_and', [0x0c, 0x0e, 0x16], (a, b) => a & b),
  ...makeBitwise('s_or', 's_or', [0x0e, 0x10, 0x18], (a, b) => a | b),
  ...makeBitwise('s_xor', 's_xor', [0x10, 0x12, 0x1a], (a, b) => a ^ b),
  ...makeBitwise('s_andn2', 's_and_not1', [0x12, 0x14, 0x22], (a, b) => a & ~b),
  ...makeBitwise('s_orn2', 's_or_not1', [0x14, 0x16, 0x24], (a, b) => a | ~b),
  ...makeBitwise('s_nand', 's_nand', [0x16, 0x18, 0x1c], (a, b) => ~(a & b)),
  ...makeBitwise('s_nor', 's_nor', [0x18, 0x1a, 0x1e], (a, b) => ~(a | b)),
  ...makeBitwise('s_xnor', 's_xnor', [0x1a, 0x1c, 0x20], (a, b) => ~(a ^ b)),
];

const SHIFTS: readonly ScalarRow[] = [
  sop2('s_lshl_b32', opcodes(0x1c, 0x1e, 0x08), ['b32', 'b32', 'u32'], (a, b) => a << b, NONZERO),
  sop2('s_lshl_b64', opcodes(0x1d, 0x1f, 0x09), ['b64', 'b64', 'u32'], wide.shiftLeftLow, {
    high: wide.shiftLeftHigh,
    scc: 'nonzero',
  }),
  sop2('s_lshr_b32', opcodes(0x1e, 0x20, 0x0a), ['b32', 'b32', 'u32'], (a, b) => (a >>> b) | 0, NONZERO),
  sop2('s_lshr_b64', opcodes(0x1f, 0x21, 0x0b), ['b64', 'b64', 'u32'], wide.shiftRightLow, {
    high: wide.shiftRightHigh,
    scc: 'nonzero',
  }),
  sop2('s_ashr_i32', opcodes(0x20, 0x22, 0x0c), ['i32', 'i32', 'u32'], (a, b) => a >> b, NONZERO),
  sop2('s_ashr_i64', opcodes(0x21, 0x23, 0x0d), ['i64', 'i64', 'u32'], wide.shiftRightSignedLow, {
    high: wide.shiftRightSignedHigh,
    scc: 'nonzero',
  }),
];

const BIT_FIELDS: readonly ScalarRow[] = [
  sop2('s_bfm_b32', opcodes(0x22, 0x24, 0x2a), B32, makeBitRange),
  sop2('s_bfm_b64', opcodes(0x23, 0x25, 0x2b), ['b64', 'b32', 'b32'], wide.makeLowBitRange, {
    high: wide.makeHighBitRange,
  }),
  sop2(
    's_bfe_u32',
    opcodes(0x25, 0x27, 0x26),
    U32,
    (a, b) => extractUnsigned(a, b & 31, (b >>> 16) & 127),
    NONZERO,
  ),
  sop2(
    's_bfe_i32',
    opcodes(0x26, 0x28, 0x27),
    ['i32', 'i32', 'u32'],
    (a, b) => extractSigned(a, b & 31, (b >>> 16) & 127),
    NONZERO,
  ),
  sop2('s_bfe_u64', opcodes(0x27, 0x29, 0x28), ['u64', 'u64', 'u32'], wide.extractUnsignedLow, {
    high: wide.extractUnsignedHigh,
    scc: 'nonzero',
  }),
  sop2('s_bfe_i64', opcodes(0x28, 0x2a, 0x29), ['i64', 'i64', 'u32'], wide.extractSignedLow, {
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
