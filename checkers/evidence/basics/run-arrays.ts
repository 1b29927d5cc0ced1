import type { WordSource } from '../../../arch/index.js';

/** Allocates zeroed floats that live for the whole run. */
export function allocateFloats(memory: WordSource, length: number): Float64Array {
  const words = memory.take(2 * length);
  return new Float64Array(words.buffer, words.byteOffset, length);
}

/** Allocates zeroed bytes that live for the whole run. */
export function allocateBytes(memory: WordSource, length: number): Uint8Array {
  const words = memory.take(Math.ceil(length / 4));
  return new Uint8Array(words.buffer, words.byteOffset, length);
}
