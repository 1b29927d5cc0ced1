import type { CorpusRecord } from '../corpus.js';

const knownWords: number[] = [];

/** Returns `count` distinct words, always the same ones: a shader's read-only memory must not hold the same word twice. */
export function pattern(count: number): number[] {
  while (knownWords.length < count) knownWords.push(Math.imul(knownWords.length + 1, 0x9e3779b1) >>> 0);
  return knownWords.slice(0, count);
}

/**
 * The base address of a draw's memory, except for objects referenced by descriptors, which stay at the addresses in the
 * driver's example. Programs use 0xffff8000 as the high word of the addresses in user data, and the hardware keeps
 * the lower 48 bits (corpus README, "Initial state of a wave").
 */
export const WINDOW = 0x8000 * 2 ** 32;

/** The stride between descriptor sets, all of which fit well below the 4 GiB that `setN.lo` can address. */
const SET_STRIDE = 0x1000;
const FIRST_SET = 0x10000;

/** The address of the first draw's copy of the push constants; each draw has its own. */
const FIRST_PUSH_CONSTANTS = 0x100_0000;
const PUSH_CONSTANTS_STRIDE = 0x100;

/** The low address word of `ring_offsets`, the driver's internal table. */
export const RINGS_LOW = 0x30000;

/** The low address word of the colour-export epilog. */
export const EPILOG_LOW = 0x40000;

/** The address of the constants placed next to the code by the compiler; they share the code's high address word. */
export const CONSTANTS_ADDRESS = 0x80000;

/** The address of the waves' scratch memory. */
export const SCRATCH_ADDRESS = 2 * 2 ** 32;

/** The address of the buffer that programs access through the raw pointer `pc.addr`; it has no descriptor. */
export const RAW_POINTER_BUFFER_ADDRESS = 3 * 2 ** 32;

/** Returns the low address word of a descriptor set, for the user SGPR `setN.lo`. */
export function getSetAddressLow(set: number): number {
  return FIRST_SET + set * SET_STRIDE;
}

/** Returns the low address word of a draw's copy of its push constants, for the user SGPR `pcbuf.lo`. */
export function getPushConstantsLow(draw: number): number {
  return FIRST_PUSH_CONSTANTS + draw * PUSH_CONSTANTS_STRIDE;
}

/** Splits a 64-bit address into its low and high words. */
export function splitAddress(address: number): readonly [low: number, high: number] {
  return [address % 2 ** 32, Math.floor(address / 2 ** 32)];
}

/** Returns the log2 of a power of two. */
export function log2(value: number): number {
  return 31 - Math.clz32(value);
}

const converter = new DataView(new ArrayBuffer(4));

/** Returns the bit pattern of a value converted to float32. */
export function toFloatBits(value: number): number {
  converter.setFloat32(0, value);
  return converter.getUint32(0);
}

/** Returns the value of a float32's bit pattern. */
export function fromFloatBits(bits: number): number {
  converter.setUint32(0, bits);
  return converter.getFloat32(0);
}

/** Returns the words of an interpolated attribute from its values at the vertices: P0, P1-P0 and P2-P0, four words each. */
export function packInterpolated(vertices: readonly (readonly number[])[]): number[] {
  const [p0 = [], ...others] = vertices.map((vertex) => vertex.map((value) => Math.fround(value)));
  const differences = others.map((vertex) => vertex.map((value, i) => value - p0[i]!));
  return [p0, ...differences].flatMap((values) => [0, 1, 2, 3].map((i) => toFloatBits(values[i] ?? 0)));
}

/** Parses a word as printed in corpus files (`0x…`). */
export function parseWord(text: string): number {
  return Number.parseInt(text, 16) >>> 0;
}

/** Parses the words of instructions. */
export function parseWords(instructions: CorpusRecord['instructions']): number[] {
  return instructions.flatMap(({ words }) => words.map(parseWord));
}

/** Formats a word as printed in corpus files. */
export function formatCorpusWord(word: number): string {
  return `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
}
