import type { Gfx } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import { UnsupportedOperation } from '../unsupported-operation.js';

/** Records of an interleaved buffer: this many records share a block, element by element. */
export interface Interleaving {
  readonly recordsOfBlock: number;
  readonly elementBytes: number;
}

/** Bytes per element by GFX11's SWIZZLE_ENABLE; before that it is one bit and elements are dwords. */
const ELEMENT_BYTES = [0, 4, 8, 16] as const;

/** INDEX_STRIDE: records per block. */
const RECORDS_OF_BLOCK = [8, 16, 32, 64] as const;

/** ADD_TID_ENABLE in the last word of a descriptor. */
const ADD_TID = 1 << 23;

/** How a descriptor interleaves its records (SWIZZLE_ENABLE, INDEX_STRIDE); undefined if they are contiguous. */
export function interleavingOf(gfx: Gfx, second: number, last: number): Interleaving | undefined {
  const elementBytes = isAtLeast(gfx, 'gfx11')
    ? ELEMENT_BYTES[second >>> 30]
    : second < 0
      ? ELEMENT_BYTES[1]
      : 0;
  if (elementBytes === 0) return undefined;
  return { elementBytes, recordsOfBlock: RECORDS_OF_BLOCK[(last >>> 21) & 3] };
}

/** Whether the lane number is added to the index (ADD_TID_ENABLE). */
export function addsLane(last: number): boolean {
  return (last & ADD_TID) !== 0;
}

/** Bytes per record; on GFX9 the format field holds four more bits if the lane is added to the index. */
export function strideOf(gfx: Gfx, second: number, last: number): number {
  const stride = (second >>> 16) & 0x3fff;
  return gfx === 'gfx9' && addsLane(last) ? stride | (((last >>> 15) & 0xf) << 14) : stride;
}

/** Throws for accesses spanning several (non-contiguous) elements: a request has one address per lane. */
export function rejectWide({ elementBytes }: Interleaving, bytes: number): void {
  if (bytes > elementBytes)
    throw new UnsupportedOperation(`${bytes} bytes in elements of ${elementBytes} of a swizzled buffer`);
}

/** Byte offset of a location in a record of an interleaved buffer. */
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
