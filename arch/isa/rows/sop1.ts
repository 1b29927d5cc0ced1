import { popcount } from '../../wave-state.js';
import {
  leadingSignBits,
  leadingZeros,
  lowestBit,
  quadMask,
  reverseBits,
  wholeQuads,
} from '../numbers/integer.js';
import type { OperandType } from '../operand-type.js';
import { type Meaning, type Names, type Opcodes, renamed, type ScalarRow, X } from './row.js';

type Options = Pick<ScalarRow, 'scc' | 'high' | 'readsScc' | 'tied' | 'exec'>;

function sop1(
  name: Names,
  opcode: Opcodes,
  [dst, source]: readonly [OperandType, OperandType],
  meaning: Meaning,
  options: Options = {},
): ScalarRow {
  return { family: 'scalar', format: 'sop1', name, opcode, dst, sources: [source], meaning, ...options };
}

const B32 = ['b32', 'b32'] as const;
const B64 = ['b64', 'b64'] as const;
const NONZERO = { scc: 'nonzero' } as const;

const MOVES: readonly ScalarRow[] = [
  sop1('s_mov_b32', [0x00, 0x03, 0x03, 0x00], B32, (a) => a),
  sop1('s_mov_b64', [0x01, 0x04, 0x04, 0x01], B64, (a) => a, { high: (_a, aHigh) => aHigh }),
  sop1('s_cmov_b32', [0x02, 0x05, 0x05, 0x02], B32, (a, old, scc) => (scc ? a : old), {
    tied: true,
    readsScc: true,
  }),
  sop1('s_cmov_b64', [0x03, 0x06, 0x06, 0x03], B64, (a, _aHigh, old, _oldHigh, scc) => (scc ? a : old), {
    high: (_a, aHigh, _old, oldHigh, scc) => (scc ? aHigh : oldHigh),
    tied: true,
    readsScc: true,
  }),
  sop1('s_sext_i32_i8', [0x16, 0x19, 0x19, 0x0e], ['i32', 'b32'], (a) => (a << 24) >> 24),
  sop1('s_sext_i32_i16', [0x17, 0x1a, 0x1a, 0x0f], ['i32', 'b32'], (a) => (a << 16) >> 16),
  sop1('s_abs_i32', [0x30, 0x34, 0x34, 0x15], ['i32', 'i32'], (a) => Math.abs(a) | 0, NONZERO),
];

/** The lower 16 bits with each bit twice. */
function doubled(a: number): number {
  let spread = a & 0xffff;
  spread = (spread | (spread << 8)) & 0x00ff00ff;
  spread = (spread | (spread << 4)) & 0x0f0f0f0f;
  spread = (spread | (spread << 2)) & 0x33333333;
  spread = (spread | (spread << 1)) & 0x55555555;
  return spread | (spread << 1);
}

const BITS: readonly ScalarRow[] = [
  sop1('s_not_b32', [0x04, 0x07, 0x07, 0x1e], B32, (a) => ~a, NONZERO),
  sop1('s_not_b64', [0x05, 0x08, 0x08, 0x1f], B64, (a) => ~a, {
    high: (_a, aHigh) => ~aHigh,
    scc: 'nonzero',
  }),
  sop1('s_wqm_b32', [0x06, 0x09, 0x09, 0x1c], B32, wholeQuads, NONZERO),
  sop1('s_wqm_b64', [0x07, 0x0a, 0x0a, 0x1d], B64, wholeQuads, {
    high: (_a, aHigh) => wholeQuads(aHigh),
    scc: 'nonzero',
  }),
  sop1('s_brev_b32', [0x08, 0x0b, 0x0b, 0x04], B32, reverseBits),
  sop1('s_brev_b64', [0x09, 0x0c, 0x0c, 0x05], B64, (_a, aHigh) => reverseBits(aHigh), {
    high: (a) => reverseBits(a),
  }),
  sop1('s_quadmask_b32', [0x28, 0x2c, 0x2c, 0x1a], B32, quadMask, NONZERO),
  sop1('s_quadmask_b64', [0x29, 0x2d, 0x2d, 0x1b], B64, (a, aHigh) => quadMask(a) | (quadMask(aHigh) << 8), {
    high: () => 0,
    scc: 'nonzero',
  }),
  sop1('s_bitreplicate_b64_b32', [0x37, 0x3b, 0x3b, 0x14], ['b64', 'b32'], doubled, {
    high: (a) => doubled(a >>> 16),
  }),
  sop1(
    's_bitset0_b64',
    [0x19, 0x1c, 0x1c, 0x11],
    ['b64', 'b32'],
    (a, old) => (a & 32 ? old : old & ~(1 << a)),
    {
      high: (a, _old, oldHigh) => (a & 32 ? oldHigh & ~(1 << a) : oldHigh),
      tied: true,
    },
  ),
  sop1(
    's_bitset1_b64',
    [0x1b, 0x1e, 0x1e, 0x13],
    ['b64', 'b32'],
    (a, old) => (a & 32 ? old : old | (1 << a)),
    {
      high: (a, _old, oldHigh) => (a & 32 ? oldHigh | (1 << a) : oldHigh),
      tied: true,
    },
  ),
  sop1('s_bitset0_b32', [0x18, 0x1b, 0x1b, 0x10], B32, (a, old) => old & ~(1 << a), { tied: true }),
  sop1('s_bitset1_b32', [0x1a, 0x1d, 0x1d, 0x12], B32, (a, old) => old | (1 << a), { tied: true }),
];

const COUNTS: readonly ScalarRow[] = [
  sop1('s_bcnt0_i32_b32', [0x0a, 0x0d, 0x0d, 0x16], ['i32', 'b32'], (a) => popcount(~a), NONZERO),
  sop1(
    's_bcnt0_i32_b64',
    [0x0b, 0x0e, 0x0e, 0x17],
    ['i32', 'b64'],
    (a, b) => popcount(~a) + popcount(~b),
    NONZERO,
  ),
  sop1('s_bcnt1_i32_b32', [0x0c, 0x0f, 0x0f, 0x18], ['i32', 'b32'], popcount, NONZERO),
  sop1(
    's_bcnt1_i32_b64',
    [0x0d, 0x10, 0x10, 0x19],
    ['i32', 'b64'],
    (a, b) => popcount(a) + popcount(b),
    NONZERO,
  ),
  sop1('s_ff0_i32_b32', [0x0e, 0x11, 0x11, X], ['i32', 'b32'], (a) => lowestBit(~a)),
  sop1('s_ff0_i32_b64', [0x0f, 0x12, 0x12, X], ['i32', 'b64'], (a, aHigh) => lowestOf(~a, ~aHigh)),
  sop1(renamed('s_ff1_i32_b32', 's_ctz_i32_b32'), [0x10, 0x13, 0x13, 0x08], ['i32', 'b32'], lowestBit),
  sop1(renamed('s_ff1_i32_b64', 's_ctz_i32_b64'), [0x11, 0x14, 0x14, 0x09], ['i32', 'b64'], lowestOf),
  sop1(renamed('s_flbit_i32_b32', 's_clz_i32_u32'), [0x12, 0x15, 0x15, 0x0a], ['i32', 'b32'], leadingZeros),
  sop1(renamed('s_flbit_i32_b64', 's_clz_i32_u64'), [0x13, 0x16, 0x16, 0x0b], ['i32', 'b64'], leadingOf),
  sop1(renamed('s_flbit_i32', 's_cls_i32'), [0x14, 0x17, 0x17, 0x0c], ['i32', 'i32'], leadingSignBits),
  sop1(renamed('s_flbit_i32_i64', 's_cls_i32_i64'), [0x15, 0x18, 0x18, 0x0d], ['i32', 'i64'], (a, aHigh) =>
    aHigh < 0 ? leadingOf(~a, ~aHigh) : leadingOf(a, aHigh),
  ),
];

function lowestOf(low: number, high: number): number {
  if (low !== 0) return lowestBit(low);
  return high === 0 ? -1 : 32 + lowestBit(high);
}

function leadingOf(low: number, high: number): number {
  if (high !== 0) return Math.clz32(high);
  return low === 0 ? -1 : 32 + Math.clz32(low);
}

type MaskOperation = (source: number, exec: number) => number;

/** Operations on EXEC in both widths; the 32-bit one is for wave32 and absent on GFX9. */
function onExec(
  name: Names,
  exec: 'saveexec' | 'wrexec',
  narrow: Opcodes,
  both: Opcodes,
  meaning: MaskOperation,
): ScalarRow[] {
  const sized = (size: string): Names =>
    typeof name === 'string'
      ? `${name}_${size}`
      : [`${name[0]}_${size}`, `${name[1]}_${size}`, `${name[2]}_${size}`, `${name[3]}_${size}`];
  return [
    sop1(sized('b32'), narrow, B32, meaning, { exec, scc: 'nonzero' }),
    sop1(sized('b64'), both, B64, meaning, { exec, scc: 'nonzero' }),
  ];
}

const EXEC: readonly ScalarRow[] = [
  ...onExec('s_and_saveexec', 'saveexec', [X, 0x3c, 0x3c, 0x20], [0x20, 0x24, 0x24, 0x21], (a, e) => a & e),
  ...onExec('s_or_saveexec', 'saveexec', [X, 0x3d, 0x3d, 0x22], [0x21, 0x25, 0x25, 0x23], (a, e) => a | e),
  ...onExec('s_xor_saveexec', 'saveexec', [X, 0x3e, 0x3e, 0x24], [0x22, 0x26, 0x26, 0x25], (a, e) => a ^ e),
  ...onExec(
    renamed('s_andn2_saveexec', 's_and_not1_saveexec'),
    'saveexec',
    [X, 0x3f, 0x3f, 0x30],
    [0x23, 0x27, 0x27, 0x31],
    (a, e) => a & ~e,
  ),
  ...onExec(
    renamed('s_orn2_saveexec', 's_or_not1_saveexec'),
    'saveexec',
    [X, 0x40, 0x40, 0x32],
    [0x24, 0x28, 0x28, 0x33],
    (a, e) => a | ~e,
  ),
  ...onExec(
    's_nand_saveexec',
    'saveexec',
    [X, 0x41, 0x41, 0x26],
    [0x25, 0x29, 0x29, 0x27],
    (a, e) => ~(a & e),
  ),
  ...onExec(
    's_nor_saveexec',
    'saveexec',
    [X, 0x42, 0x42, 0x28],
    [0x26, 0x2a, 0x2a, 0x29],
    (a, e) => ~(a | e),
  ),
  ...onExec(
    's_xnor_saveexec',
    'saveexec',
    [X, 0x43, 0x43, 0x2a],
    [0x27, 0x2b, 0x2b, 0x2b],
    (a, e) => ~(a ^ e),
  ),
  ...onExec(
    renamed('s_andn1_saveexec', 's_and_not0_saveexec'),
    'saveexec',
    [X, 0x44, 0x44, 0x2c],
    [0x33, 0x37, 0x37, 0x2d],
    (a, e) => ~a & e,
  ),
  ...onExec(
    renamed('s_orn1_saveexec', 's_or_not0_saveexec'),
    'saveexec',
    [X, 0x45, 0x45, 0x2e],
    [0x34, 0x38, 0x38, 0x2f],
    (a, e) => ~a | e,
  ),
  ...onExec(
    renamed('s_andn1_wrexec', 's_and_not0_wrexec'),
    'wrexec',
    [X, 0x46, 0x46, 0x34],
    [0x35, 0x39, 0x39, 0x35],
    (a, e) => ~a & e,
  ),
  ...onExec(
    renamed('s_andn2_wrexec', 's_and_not1_wrexec'),
    'wrexec',
    [X, 0x47, 0x47, 0x36],
    [0x36, 0x3a, 0x3a, 0x37],
    (a, e) => a & ~e,
  ),
];

/** Scalar operations of one source. */
export const SOP1_ROWS: readonly ScalarRow[] = [...MOVES, ...BITS, ...COUNTS, ...EXEC];
