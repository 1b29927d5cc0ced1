import { floatFromBits } from '../numbers/bits.js';
import { type Operation, type VectorRow, vop3p } from './row.js';
import { type Names, type Opcodes, opcodes, renamedInGfx11, X } from './row-base.js';

const DOT = { group: 'dot-products', requiresDefaultHalves: true } as const;

type ElementReader = (word: number, i: number) => number;

/** Returns an operation that computes c + a[0] * b[0] + a[1] * b[1] + … without rounding. */
function dotProduct(count: number, readA: ElementReader, readB: ElementReader = readA): Operation {
  return (a, b, c) => {
    let sum = c;
    for (let i = 0; i < count; i++) sum += readA(a, i) * readB(b, i);
    return sum;
  };
}

function makeSignedReader(bits: number): ElementReader {
  return (word, i) => (word << (32 - bits * (i + 1))) >> (32 - bits);
}

function makeUnsignedReader(bits: number): ElementReader {
  return (word, i) => (word >>> (bits * i)) & ((1 << bits) - 1);
}

/** Builds an integer dot product. The sum saturates if clamp is set and wraps otherwise. */
function makeDot(name: string, opcode: Opcodes, type: 'i32' | 'u32', sum: Operation): VectorRow {
  const exact: Operation = type === 'u32' ? (a, b, c, d, e, f) => sum(a, b, c >>> 0, d, e, f) : sum;
  const compute: Operation = (a, b, c, d, e, f) => exact(a, b, c, d, e, f) | 0;
  return vop3p(name, opcode, [type, 'b32', 'b32', type], compute, { exact, ...DOT });
}

/** Builds a dot product where the neg bits of the first two sources select which of them are signed. */
function makeMixedSignDot(name: string, opcode: Opcodes, count: number): VectorRow {
  const makeReader = (isSigned: boolean) => (isSigned ? makeSignedReader : makeUnsignedReader)(32 / count);
  const signVariants = [0, 1, 2, 3].map((signs) => {
    const sum = dotProduct(count, makeReader((signs & 1) !== 0), makeReader((signs & 2) !== 0));
    const { requiresDefaultHalves: _, ...row } = makeDot(`${name}/${signs}`, opcode, 'i32', sum);
    return row;
  });
  return { ...signVariants[0], name, signVariants, requiresDefaultHalves: true };
}

/**
 * Float dot products round after each addition in the manuals' formula S0[0] * S1[0] + S0[1] * S1[1] + S2. Products of
 * 16-bit floats are exact in 32 bits. The manuals specify nothing else, and drivers only use the instructions where
 * results need not be bit-exact.
 */
const dotHalves: Operation = (a, b, c, aHigh, bHigh) => Math.fround(a * b + aHigh * bHigh) + c;

/** A bfloat16 is the upper half of a 32-bit float. */
const readBfloat16 = (word: number, i: number) => floatFromBits((word >>> (16 * i)) << 16);

const dotBfloat16: Operation = (a, b, c) =>
  Math.fround(readBfloat16(a, 0) * readBfloat16(b, 0) + readBfloat16(a, 1) * readBfloat16(b, 1)) + c;

/** Builds the variant that accumulates into the destination. */
function makeAccumulating(name: Names, opcode: Opcodes, row: VectorRow): VectorRow {
  const { requiresDefaultHalves: _, ...common } = row;
  return {
    ...common,
    format: 'vop2',
    name,
    opcode,
    sources: row.sources.slice(0, 2),
    tied: true,
    encodings: 'short',
  };
}

const DOT2_F32_F16 = vop3p(
  'v_dot2_f32_f16',
  { gfx9: 0x23, gfx10: 0x13 },
  ['f32', 'v2f16', 'v2f16', 'f32'],
  dotHalves,
  DOT,
);

const DOT4_I32_I8 = makeDot(
  'v_dot4_i32_i8',
  opcodes(0x28, 0x16, X),
  'i32',
  dotProduct(4, makeSignedReader(8)),
);

/**
 * Dot products with a 32-bit sum. Those with a 16-bit sum are omitted: on GFX11, they are less precise than any formula
 * we know of would predict, so drivers avoid them.
 */
export const DOT_ROWS: readonly VectorRow[] = [
  makeDot('v_dot2_i32_i16', opcodes(0x26, 0x14, X), 'i32', dotProduct(2, makeSignedReader(16))),
  makeDot('v_dot2_u32_u16', opcodes(0x27, 0x15, X), 'u32', dotProduct(2, makeUnsignedReader(16))),
  DOT4_I32_I8,
  makeDot('v_dot4_u32_u8', { gfx9: 0x29, gfx10: 0x17 }, 'u32', dotProduct(4, makeUnsignedReader(8))),
  makeDot('v_dot8_i32_i4', opcodes(0x2a, 0x18, X), 'i32', dotProduct(8, makeSignedReader(4))),
  makeDot('v_dot8_u32_u4', { gfx9: 0x2b, gfx10: 0x19 }, 'u32', dotProduct(8, makeUnsignedReader(4))),
  makeMixedSignDot('v_dot4_i32_iu8', { gfx11: 0x16 }, 4),
  makeMixedSignDot('v_dot8_i32_iu4', { gfx11: 0x18 }, 8),
  DOT2_F32_F16,
  vop3p('v_dot2_f32_bf16', { gfx11: 0x1a }, ['f32', 'b32', 'b32', 'f32'], dotBfloat16, DOT),
  makeAccumulating(renamedInGfx11('v_dot2c_f32_f16', 'v_dot2acc_f32_f16'), { gfx10: 0x02 }, DOT2_F32_F16),
  makeAccumulating('v_dot4c_i32_i8', { gfx10: 0x0d, gfx11: X }, DOT4_I32_I8),
];
