import type { WordSource } from '../../../arch/index.js';

/** Zeroed floats that live for the run. */
export function numbersOf(memory: WordSource, length: number): Float64Array {
  const words = memory.take(2 * length);
  return new Float64Array(words.buffer, words.byteOffset, length);
}

/** Zeroed bytes that live for the run. */
export function bytesOf(memory: WordSource, length: number): Uint8Array {
  const words = memory.take(Math.ceil(length / 4));
  return new Uint8Array(words.buffer, words.byteOffset, length);
}
