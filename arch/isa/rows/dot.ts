import { type Meaning, type Opcodes, type VectorRow, X } from './row.js';

function dot(name: string, opcode: Opcodes, meaning: Meaning): VectorRow {
  return {
    family: 'vector',
    format: 'vop3p',
    name,
    opcode,
    dst: 'b32',
    sources: ['b32', 'b32', 'b32'],
    meaning,
    plainPacked: true,
  };
}

/** Sum of the products of equally wide parts, wrapped to 32 bits; `part` gives part `i` of a dword. */
function products(count: number, part: (word: number, i: number) => number): Meaning {
  return (a, b, c) => {
    let sum = c;
    for (let i = 0; i < count; i++) sum = (sum + Math.imul(part(a, i), part(b, i))) | 0;
    return sum;
  };
}

function signedPart(bits: number): (word: number, i: number) => number {
  return (word, i) => (word << (32 - bits * (i + 1))) >> (32 - bits);
}

function unsignedPart(bits: number): (word: number, i: number) => number {
  return (word, i) => (word >>> (bits * i)) & ((1 << bits) - 1);
}

/** Integer dot products with a 32-bit sum; those of floats do not say where they round and are left out. */
export const DOT_ROWS: readonly VectorRow[] = [
  dot('v_dot2_i32_i16', [X, X, 0x14, X], products(2, signedPart(16))),
  dot('v_dot2_u32_u16', [X, X, 0x15, X], products(2, unsignedPart(16))),
  dot('v_dot4_i32_i8', [X, X, 0x16, X], products(4, signedPart(8))),
  dot('v_dot4_u32_u8', [X, X, 0x17, 0x17], products(4, unsignedPart(8))),
  dot('v_dot8_i32_i4', [X, X, 0x18, X], products(8, signedPart(4))),
  dot('v_dot8_u32_u4', [X, X, 0x19, 0x19], products(8, unsignedPart(4))),
];
