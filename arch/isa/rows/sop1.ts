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
import { type Names, opcodes, renamedInGfx11, X } from './row-base.js';

const B32 = ['b32', 'b32'] as const;
const B64 = ['b64', 'b64'] as const;
const NONZERO = { scc: 'nonzero' } as const;

const MOVES: readonly ScalarRow[] = [
  sop1('s_mov_b32', opcodes(0x00, 0x03, 0x00), B32, (a) => a),
  sop1('s_mov_b64', opcodes(0x01, 0x04, 0x01), B64, (a) => a, { high: (_a, aHigh) => aHigh }),
  sop1('s_cmov_b32', opcodes(0x02, 0x05, 0x02), B32, (a, old, scc) => (scc ? a : old), {
    tied: true,
    readsScc: true,
  }),
  sop1('s_cmov_b64', opcodes(0x03, 0x06, 0x03), B64, (a, _aHigh, old, _oldHigh, scc) => (scc ? a : old), {
    high: (_a, aHigh, _old, oldHigh, scc) => (scc ? aHigh : oldHigh),
    tied: true,
    readsScc: true,
  }),
  sop1('s_sext_i32_i8', opcodes(0x16, 0x19, 0x0e), ['i32', 'b32'], (a) => (a << 24) >> 24),
  sop1('s_sext_i32_i16', opcodes(0x17, 0x1a, 0x0f), ['i32', 'b32'], (a) => (a << 16) >> 16),
  sop1('s_abs_i32', opcodes(0x30, 0x34, 0x15), ['i32', 'i32'], (a) => Math.abs(a) | 0, NONZERO),
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
  sop1('s_not_b32', opcodes(0x04, 0x07, 0x1e), B32, (a) => ~a, NONZERO),
  sop1('s_not_b64', opcodes(0x05, 0x08, 0x1f), B64, (a) => ~a, {
    high: (_a, aHigh) => ~aHigh,
    scc: 'nonzero',
  }),
  sop1('s_wqm_b32', opcodes(0x06, 0x09, 0x1c), B32, expandToQuads, NONZERO),
  sop1('s_wqm_b64', opcodes(0x07, 0x0a, 0x1d), B64, expandToQuads, {
    high: (_a, aHigh) => expandToQuads(aHigh),
    scc: 'nonzero',
  }),
  sop1('s_brev_b32', opcodes(0x08, 0x0b, 0x04), B32, reverseBits),
  sop1('s_brev_b64', opcodes(0x09, 0x0c, 0x05), B64, (_a, aHigh) => reverseBits(aHigh), {
    high: (a) => reverseBits(a),
  }),
  sop1('s_quadmask_b32', opcodes(0x28, 0x2c, 0x1a), B32, packQuadMask, NONZERO),
  sop1(
    's_quadmask_b64',
    opcodes(0x29, 0x2d, 0x1b),
    B64,
    (a, aHigh) => packQuadMask(a) | (packQuadMask(aHigh) << 8),
    { high: () => 0, scc: 'nonzero' },
  ),
  sop1('s_bitreplicate_b64_b32', opcodes(0x37, 0x3b, 0x14), ['b64', 'b32'], doubleBits, {
    high: (a) => doubleBits(a >>> 16),
  }),
  sop1(
    's_bitset0_b64',
    opcodes(0x19, 0x1c, 0x11),
    ['b64', 'b32'],
    (a, old) => (a & 32 ? old : old & ~(1 << a)),
    { high: (a, _old, oldHigh) => (a & 32 ? oldHigh & ~(1 << a) : oldHigh), tied: true },
  ),
  sop1(
    's_bitset1_b64',
    opcodes(0x1b, 0x1e, 0x13),
    ['b64', 'b32'],
    (a, old) => (a & 32 ? old : old | (1 << a)),
    { high: (a, _old, oldHigh) => (a & 32 ? oldHigh | (1 << a) : oldHigh), tied: true },
  ),
  sop1('s_bitset0_b32', opcodes(0x18, 0x1b, 0x10), B32, (a, old) => old & ~(1 << a), {
    tied: true,
  }),
  sop1('s_bitset1_b32', opcodes(0x1a, 0x1d, 0x12), B32, (a, old) => old | (1 << a), {
    tied: true,
  }),
];

const COUNTS: readonly ScalarRow[] = [
  sop1('s_bcnt0_i32_b32', opcodes(0x0a, 0x0d, 0x16), ['i32', 'b32'], (a) => popcount(~a), NONZERO),
  sop1(
    's_bcnt0_i32_b64',
    opcodes(0x0b, 0x0e, 0x17),
    ['i32', 'b64'],
    (a, b) => popcount(~a) + popcount(~b),
    NONZERO,
  ),
  sop1('s_bcnt1_i32_b32', opcodes(0x0c, 0x0f, 0x18), ['i32', 'b32'], popcount, NONZERO),
  sop1(
    's_bcnt1_i32_b64',
    opcodes(0x0d, 0x10, 0x19),
    ['i32', 'b64'],
    (a, b) => popcount(a) + popcount(b),
    NONZERO,
  ),
  sop1('s_ff0_i32_b32', opcodes(0x0e, 0x11, X), ['i32', 'b32'], (a) => findLowestBit(~a)),
  sop1('s_ff0_i32_b64', opcodes(0x0f, 0x12, X), ['i32', 'b64'], (a, aHigh) => findLowestBit64(~a, ~aHigh)),
  sop1(
    renamedInGfx11('s_ff1_i32_b32', 's_ctz_i32_b32'),
    opcodes(0x10, 0x13, 0x08),
    ['i32', 'b32'],
    findLowestBit,
  ),
  sop1(
    renamedInGfx11('s_ff1_i32_b64', 's_ctz_i32_b64'),
    opcodes(0x11, 0x14, 0x09),
    ['i32', 'b64'],
    findLowestBit64,
  ),
  sop1(
    renamedInGfx11('s_flbit_i32_b32', 's_clz_i32_u32'),
    opcodes(0x12, 0x15, 0x0a),
    ['i32', 'b32'],
    countLeadingZeros,
  ),
  sop1(
    renamedInGfx11('s_flbit_i32_b64', 's_clz_i32_u64'),
    opcodes(0x13, 0x16, 0x0b),
    ['i32', 'b64'],
    countLeadingZeros64,
  ),
  sop1(
    renamedInGfx11('s_flbit_i32', 's_cls_i32'),
    opcodes(0x14, 0x17, 0x0c),
    ['i32', 'i32'],
    countLeadingSignBits,
  ),
  sop1(
    renamedInGfx11('s_flbit_i32_i64', 's_cls_i32_i64'),
    opcodes(0x15, 0x18, 0x0d),
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

/**
 * The operations on EXEC: the names before GFX11 and from GFX11 on, what receives the result, the opcode of the 32-bit
 * version on GFX10, and those of the 64-bit version on GFX9, GFX10 and GFX11. The 32-bit version is for wave32, so GFX9
 * lacks it; on GFX11, the 64-bit version comes right after it.
 */
const EXEC_OPERATIONS: readonly (readonly [
  oldName: string,
  name: string,
  exec: 'saveexec' | 'wrexec',
  narrow: number,
  wide: readonly [gfx9: number, gfx10: number, gfx11: number],
  compute: (source: number, exec: number) => number,
])[] = [
  ['and', 'and', 'saveexec', 0x3c, [0x20, 0x24, 0x21], (a, e) => a & e],
  ['or', 'or', 'saveexec', 0x3d, [0x21, 0x25, 0x23], (a, e) => a | e],
  ['xor', 'xor', 'saveexec', 0x3e, [0x22, 0x26, 0x25], (a, e) => a ^ e],
  ['andn2', 'and_not1', 'saveexec', 0x3f, [0x23, 0x27, 0x31], (a, e) => a & ~e],
  ['orn2', 'or_not1', 'saveexec', 0x40, [0x24, 0x28, 0x33], (a, e) => a | ~e],
  ['nand', 'nand', 'saveexec', 0x41, [0x25, 0x29, 0x27], (a, e) => ~(a & e)],
  ['nor', 'nor', 'saveexec', 0x42, [0x26, 0x2a, 0x29], (a, e) => ~(a | e)],
  ['xnor', 'xnor', 'saveexec', 0x43, [0x27, 0x2b, 0x2b], (a, e) => ~(a ^ e)],
  ['andn1', 'and_not0', 'saveexec', 0x44, [0x33, 0x37, 0x2d], (a, e) => ~a & e],
  ['orn1', 'or_not0', 'saveexec', 0x45, [0x34, 0x38, 0x2f], (a, e) => ~a | e],
  ['andn1', 'and_not0', 'wrexec', 0x46, [0x35, 0x39, 0x35], (a, e) => ~a & e],
  ['andn2', 'and_not1', 'wrexec', 0x47, [0x36, 0x3a, 0x37], (a, e) => a & ~e],
];

const EXEC: readonly ScalarRow[] = EXEC_OPERATIONS.flatMap(([oldName, name, exec, gfx10, wide, compute]) => {
  const names = (size: string): Names =>
    renamedInGfx11(`s_${oldName}_${exec}_${size}`, `s_${name}_${exec}_${size}`);
  return [
    sop1(names('b32'), { gfx10, gfx11: wide[2] - 1 }, B32, compute, { exec, scc: 'nonzero' }),
    sop1(names('b64'), opcodes(...wide), B64, compute, { exec, scc: 'nonzero' }),
  ];
});

/** Scalar operations with one source. */
export const SOP1_ROWS: readonly ScalarRow[] = [...MOVES, ...BITS, ...COUNTS, ...EXEC];
