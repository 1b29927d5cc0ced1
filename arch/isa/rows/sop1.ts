import { popcount } from '../../wave-state.js';
import {
  countLeadingSignBits,
  countLeadingZeros,
  expandToQuads,
  findLowestBit,
  packQuadMask,
  reverseBits,
} from '../numbers/integer.js';
import { type ScalarRow, sop1 } from './row.js';
import { mapNames, type Names, type Opcodes, renamedInGfx11, X } from './row-base.js';

const B32 = ['b32', 'b32'] as const;
const B64 = ['b64', 'b64'] as const;
const NONZERO = { scc: 'nonzero' } as const;

const MOVES: readonly ScalarRow[] = [
  sop1('s_mov_b32', { gfx9: 0x00, gfx10: 0x03, gfx11: 0x00 }, B32, (a) => a),
  sop1('s_mov_b64', { gfx9: 0x01, gfx10: 0x04, gfx11: 0x01 }, B64, (a) => a, { high: (_a, aHigh) => aHigh }),
  sop1('s_cmov_b32', { gfx9: 0x02, gfx10: 0x05, gfx11: 0x02 }, B32, (a, old, scc) => (scc ? a : old), {
    tied: true,
    readsScc: true,
  }),
  sop1(
    's_cmov_b64',
    { gfx9: 0x03, gfx10: 0x06, gfx11: 0x03 },
    B64,
    (a, _aHigh, old, _oldHigh, scc) => (scc ? a : old),
    { high: (_a, aHigh, _old, oldHigh, scc) => (scc ? aHigh : oldHigh), tied: true, readsScc: true },
  ),
  sop1('s_sext_i32_i8', { gfx9: 0x16, gfx10: 0x19, gfx11: 0x0e }, ['i32', 'b32'], (a) => (a << 24) >> 24),
  sop1('s_sext_i32_i16', { gfx9: 0x17, gfx10: 0x1a, gfx11: 0x0f }, ['i32', 'b32'], (a) => (a << 16) >> 16),
  sop1(
    's_abs_i32',
    { gfx9: 0x30, gfx10: 0x34, gfx11: 0x15 },
    ['i32', 'i32'],
    (a) => Math.abs(a) | 0,
    NONZERO,
  ),
];

/** Returns the low 16 bits with each one duplicated. */
function doubleBits(a: number): number {
  let spread = a & 0xffff;
  spread = (spread | (spread << 8)) & 0x00ff00ff;
  spread = (spread | (spread << 4)) & 0x0f0f0f0f;
  spread = (spread | (spread << 2)) & 0x33333333;
  spread = (spread | (spread << 1)) & 0x55555555;
  return spread | (spread << 1);
}

const BITS: readonly ScalarRow[] = [
  sop1('s_not_b32', { gfx9: 0x04, gfx10: 0x07, gfx11: 0x1e }, B32, (a) => ~a, NONZERO),
  sop1('s_not_b64', { gfx9: 0x05, gfx10: 0x08, gfx11: 0x1f }, B64, (a) => ~a, {
    high: (_a, aHigh) => ~aHigh,
    scc: 'nonzero',
  }),
  sop1('s_wqm_b32', { gfx9: 0x06, gfx10: 0x09, gfx11: 0x1c }, B32, expandToQuads, NONZERO),
  sop1('s_wqm_b64', { gfx9: 0x07, gfx10: 0x0a, gfx11: 0x1d }, B64, expandToQuads, {
    high: (_a, aHigh) => expandToQuads(aHigh),
    scc: 'nonzero',
  }),
  sop1('s_brev_b32', { gfx9: 0x08, gfx10: 0x0b, gfx11: 0x04 }, B32, reverseBits),
  sop1('s_brev_b64', { gfx9: 0x09, gfx10: 0x0c, gfx11: 0x05 }, B64, (_a, aHigh) => reverseBits(aHigh), {
    high: (a) => reverseBits(a),
  }),
  sop1('s_quadmask_b32', { gfx9: 0x28, gfx10: 0x2c, gfx11: 0x1a }, B32, packQuadMask, NONZERO),
  sop1(
    's_quadmask_b64',
    { gfx9: 0x29, gfx10: 0x2d, gfx11: 0x1b },
    B64,
    (a, aHigh) => packQuadMask(a) | (packQuadMask(aHigh) << 8),
    { high: () => 0, scc: 'nonzero' },
  ),
  sop1('s_bitreplicate_b64_b32', { gfx9: 0x37, gfx10: 0x3b, gfx11: 0x14 }, ['b64', 'b32'], doubleBits, {
    high: (a) => doubleBits(a >>> 16),
  }),
  sop1(
    's_bitset0_b64',
    { gfx9: 0x19, gfx10: 0x1c, gfx11: 0x11 },
    ['b64', 'b32'],
    (a, old) => (a & 32 ? old : old & ~(1 << a)),
    { high: (a, _old, oldHigh) => (a & 32 ? oldHigh & ~(1 << a) : oldHigh), tied: true },
  ),
  sop1(
    's_bitset1_b64',
    { gfx9: 0x1b, gfx10: 0x1e, gfx11: 0x13 },
    ['b64', 'b32'],
    (a, old) => (a & 32 ? old : old | (1 << a)),
    { high: (a, _old, oldHigh) => (a & 32 ? oldHigh | (1 << a) : oldHigh), tied: true },
  ),
  sop1('s_bitset0_b32', { gfx9: 0x18, gfx10: 0x1b, gfx11: 0x10 }, B32, (a, old) => old & ~(1 << a), {
    tied: true,
  }),
  sop1('s_bitset1_b32', { gfx9: 0x1a, gfx10: 0x1d, gfx11: 0x12 }, B32, (a, old) => old | (1 << a), {
    tied: true,
  }),
];

const COUNTS: readonly ScalarRow[] = [
  sop1(
    's_bcnt0_i32_b32',
    { gfx9: 0x0a, gfx10: 0x0d, gfx11: 0x16 },
    ['i32', 'b32'],
    (a) => popcount(~a),
    NONZERO,
  ),
  sop1(
    's_bcnt0_i32_b64',
    { gfx9: 0x0b, gfx10: 0x0e, gfx11: 0x17 },
    ['i32', 'b64'],
    (a, b) => popcount(~a) + popcount(~b),
    NONZERO,
  ),
  sop1('s_bcnt1_i32_b32', { gfx9: 0x0c, gfx10: 0x0f, gfx11: 0x18 }, ['i32', 'b32'], popcount, NONZERO),
  sop1(
    's_bcnt1_i32_b64',
    { gfx9: 0x0d, gfx10: 0x10, gfx11: 0x19 },
    ['i32', 'b64'],
    (a, b) => popcount(a) + popcount(b),
    NONZERO,
  ),
  sop1('s_ff0_i32_b32', { gfx9: 0x0e, gfx10: 0x11, gfx11: X }, ['i32', 'b32'], (a) => findLowestBit(~a)),
  sop1('s_ff0_i32_b64', { gfx9: 0x0f, gfx10: 0x12, gfx11: X }, ['i32', 'b64'], (a, aHigh) =>
    findLowestBit64(~a, ~aHigh),
  ),
  sop1(
    renamedInGfx11('s_ff1_i32_b32', 's_ctz_i32_b32'),
    { gfx9: 0x10, gfx10: 0x13, gfx11: 0x08 },
    ['i32', 'b32'],
    findLowestBit,
  ),
  sop1(
    renamedInGfx11('s_ff1_i32_b64', 's_ctz_i32_b64'),
    { gfx9: 0x11, gfx10: 0x14, gfx11: 0x09 },
    ['i32', 'b64'],
    findLowestBit64,
  ),
  sop1(
    renamedInGfx11('s_flbit_i32_b32', 's_clz_i32_u32'),
    { gfx9: 0x12, gfx10: 0x15, gfx11: 0x0a },
    ['i32', 'b32'],
    countLeadingZeros,
  ),
  sop1(
    renamedInGfx11('s_flbit_i32_b64', 's_clz_i32_u64'),
    { gfx9: 0x13, gfx10: 0x16, gfx11: 0x0b },
    ['i32', 'b64'],
    countLeadingZeros64,
  ),
  sop1(
    renamedInGfx11('s_flbit_i32', 's_cls_i32'),
    { gfx9: 0x14, gfx10: 0x17, gfx11: 0x0c },
    ['i32', 'i32'],
    countLeadingSignBits,
  ),
  sop1(
    renamedInGfx11('s_flbit_i32_i64', 's_cls_i32_i64'),
    { gfx9: 0x15, gfx10: 0x18, gfx11: 0x0d },
    ['i32', 'i64'],
    (a, aHigh) => (aHigh < 0 ? countLeadingZeros64(~a, ~aHigh) : countLeadingZeros64(a, aHigh)),
  ),
];

function findLowestBit64(low: number, high: number): number {
  if (low !== 0) return findLowestBit(low);
  return high === 0 ? -1 : 32 + findLowestBit(high);
}

function countLeadingZeros64(low: number, high: number): number {
  if (high !== 0) return Math.clz32(high);
  return low === 0 ? -1 : 32 + Math.clz32(low);
}

type MaskOperation = (source: number, exec: number) => number;

/** Builds the rows for an operation on EXEC in both widths. The 32-bit version is for wave32, so GFX9 lacks it. */
function makeExecOperation(
  name: Names,
  exec: 'saveexec' | 'wrexec',
  opcode32: Opcodes,
  opcode64: Opcodes,
  compute: MaskOperation,
): ScalarRow[] {
  const addSize = (size: string) => mapNames(name, (base) => `${base}_${size}`);
  return [
    sop1(addSize('b32'), opcode32, B32, compute, { exec, scc: 'nonzero' }),
    sop1(addSize('b64'), opcode64, B64, compute, { exec, scc: 'nonzero' }),
  ];
}

const EXEC: readonly ScalarRow[] = [
  ...makeExecOperation(
    's_and_saveexec',
    'saveexec',
    { gfx10: 0x3c, gfx11: 0x20 },
    { gfx9: 0x20, gfx10: 0x24, gfx11: 0x21 },
    (a, e) => a & e,
  ),
  ...makeExecOperation(
    's_or_saveexec',
    'saveexec',
    { gfx10: 0x3d, gfx11: 0x22 },
    { gfx9: 0x21, gfx10: 0x25, gfx11: 0x23 },
    (a, e) => a | e,
  ),
  ...makeExecOperation(
    's_xor_saveexec',
    'saveexec',
    { gfx10: 0x3e, gfx11: 0x24 },
    { gfx9: 0x22, gfx10: 0x26, gfx11: 0x25 },
    (a, e) => a ^ e,
  ),
  ...makeExecOperation(
    renamedInGfx11('s_andn2_saveexec', 's_and_not1_saveexec'),
    'saveexec',
    { gfx10: 0x3f, gfx11: 0x30 },
    { gfx9: 0x23, gfx10: 0x27, gfx11: 0x31 },
    (a, e) => a & ~e,
  ),
  ...makeExecOperation(
    renamedInGfx11('s_orn2_saveexec', 's_or_not1_saveexec'),
    'saveexec',
    { gfx10: 0x40, gfx11: 0x32 },
    { gfx9: 0x24, gfx10: 0x28, gfx11: 0x33 },
    (a, e) => a | ~e,
  ),
  ...makeExecOperation(
    's_nand_saveexec',
    'saveexec',
    { gfx10: 0x41, gfx11: 0x26 },
    { gfx9: 0x25, gfx10: 0x29, gfx11: 0x27 },
    (a, e) => ~(a & e),
  ),
  ...makeExecOperation(
    's_nor_saveexec',
    'saveexec',
    { gfx10: 0x42, gfx11: 0x28 },
    { gfx9: 0x26, gfx10: 0x2a, gfx11: 0x29 },
    (a, e) => ~(a | e),
  ),
  ...makeExecOperation(
    's_xnor_saveexec',
    'saveexec',
    { gfx10: 0x43, gfx11: 0x2a },
    { gfx9: 0x27, gfx10: 0x2b },
    (a, e) => ~(a ^ e),
  ),
  ...makeExecOperation(
    renamedInGfx11('s_andn1_saveexec', 's_and_not0_saveexec'),
    'saveexec',
    { gfx10: 0x44, gfx11: 0x2c },
    { gfx9: 0x33, gfx10: 0x37, gfx11: 0x2d },
    (a, e) => ~a & e,
  ),
  ...makeExecOperation(
    renamedInGfx11('s_orn1_saveexec', 's_or_not0_saveexec'),
    'saveexec',
    { gfx10: 0x45, gfx11: 0x2e },
    { gfx9: 0x34, gfx10: 0x38, gfx11: 0x2f },
    (a, e) => ~a | e,
  ),
  ...makeExecOperation(
    renamedInGfx11('s_andn1_wrexec', 's_and_not0_wrexec'),
    'wrexec',
    { gfx10: 0x46, gfx11: 0x34 },
    { gfx9: 0x35, gfx10: 0x39, gfx11: 0x35 },
    (a, e) => ~a & e,
  ),
  ...makeExecOperation(
    renamedInGfx11('s_andn2_wrexec', 's_and_not1_wrexec'),
    'wrexec',
    { gfx10: 0x47, gfx11: 0x36 },
    { gfx9: 0x36, gfx10: 0x3a, gfx11: 0x37 },
    (a, e) => a & ~e,
  ),
];

/** Scalar operations with one source. */
export const SOP1_ROWS: readonly ScalarRow[] = [...MOVES, ...BITS, ...COUNTS, ...EXEC];
