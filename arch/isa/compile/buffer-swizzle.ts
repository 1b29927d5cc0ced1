import type { Gfx } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import { UnsupportedOperation } from '../unsupported-operation.js';

/** Records of a buffer whose elements are interleaved: this many records share a block, element by element. */
export interface Interleaving {
  readonly recordsOfBlock: number;
  readonly elementBytes: number;
}

/** Bytes of an element by the SWIZZLE_ENABLE of GFX11; before that it is one bit, and an element a dword. */
const ELEMENT_BYTES = [0, 4, 8, 16] as const;

/** INDEX_STRIDE: records of a block. */
const RECORDS_OF_BLOCK = [8, 16, 32, 64] as const;

/** ADD_TID_ENABLE in the last word of a descriptor. */
const ADD_TID = 1 << 23;

/** How a descriptor interleaves its records (SWIZZLE_ENABLE, INDEX_STRIDE); undefined where they follow one another. */
export function interleavingOf(gfx: Gfx, second: number, last: number): Interleaving | undefined {
  const elementBytes = isAtLeast(gfx, 'gfx11')
    ? ELEMENT_BYTES[second >>> 30]
    : second < 0
      ? ELEMENT_BYTES[1]
      : 0;
  if (elementBytes === 0) return undefined;
  return { elementBytes, recordsOfBlock: RECORDS_OF_BLOCK[(last >>> 21) & 3] };
}

/** Whether the number of the lane counts as part of the index (ADD_TID_ENABLE). */
export function addsLane(last: number): boolean {
  return (last & ADD_TID) !== 0;
}

/** Bytes of a record; on GFX9 the format's field holds four more bits where the lane is added to the index. */
export function strideOf(gfx: Gfx, second: number, last: number): number {
  const stride = (second >>> 16) & 0x3fff;
  return gfx === 'gfx9' && addsLane(last) ? stride | (((last >>> 15) & 0xf) << 14) : stride;
}

/** Throws for an access that would touch several elements, which lie apart: a request has one address a lane. */
export function refuseWide({ elementBytes }: Interleaving, bytes: number): void {
  if (bytes > elementBytes)
    throw new UnsupportedOperation(`${bytes} bytes in elements of ${elementBytes} of a swizzled buffer`);
}

/** Byte offset of a place in a record of an interleaved buffer. */
export function interleavedOffset(
  { recordsOfBlock, elementBytes }: Interleaving,
  stride: number,
  index: number,
  offset: number,
): number {
  const [block, record] = [Math.floor(index / recordsOfBlock), index % recordsOfBlock];
  const [element, rest] = [Math.floor(offset / elementBytes), offset % elementBytes];
  return (block * stride + element * elementBytes) * recordsOfBlock + record * elementBytes + rest;
}
