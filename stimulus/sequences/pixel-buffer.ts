import type { OrderedMemory } from '../../transactions/index.js';
import type { BufferUse } from '../driver/memory.js';

/** Bytes of one pixel in `buf`. */
const WORD = 4;

/** `buf` with one word a pixel, row after row. */
export function pixelBuffer(width: number, height: number): readonly BufferUse[] {
  return [{ name: 'buf', bytes: width * height * WORD }];
}

/** That buffer, ordered pixel by pixel. */
export function pixelBufferOrdered(width: number): readonly OrderedMemory[] {
  return [{ object: 'buf', layout: { kind: 'pixel-rows', bytesPerPixel: WORD, bytesPerRow: width * WORD } }];
}
