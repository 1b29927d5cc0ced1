import type { Gfx } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import { UnsupportedOperation } from '../unsupported-operation.js';

/** How the records of a buffer are interleaved. The records of a block are stored element by element. */
export interface Interleaving {
  readonly recordsPerBlock: number;
  readonly elementBytes: number;
}

/**
 * Number of bytes per element by SWIZZLE_ENABLE on GFX11. On earlier generations, this is one bit, and elements are dwords.
 */
const ELEMENT_BYTES = [0, 4, 8, 16] as const;

/** Number of records per block, by INDEX_STRIDE. */
const RECORDS_PER_BLOCK = [8, 16, 32, 64] as const;

/** The bit ADD_TID_ENABLE in the last word of a descriptor. */
const ADD_TID = 1 << 23;

/** Returns how a descriptor interleaves its records (SWIZZLE_ENABLE, INDEX_STRIDE), or undefined if they are contiguous. */
export function interleavingOf(gfx: Gfx, second: number, last: number): Interleaving | undefined {
  const elementBytes = isAtLeast(gfx, 'gfx11')
    ? ELEMENT_BYTES[second >>> 30]
    : second < 0
      ? ELEMENT_BYTES[1]
      : 0;
  if (elementBytes === 0) return undefined;
  return { elementBytes, recordsPerBlock: RECORDS_PER_BLOCK[(last >>> 21) & 3] };
}

/** Returns whether the lane number is added to the index (ADD_TID_ENABLE). */
export function addsLane(last: number): boolean {
  return (last & ADD_TID) !== 0;
}

/**
 * Returns the number of bytes per record. On GFX9, the format field contains four more bits if the lane is added to the
 * index.
 */
export function strideOf(gfx: Gfx, second: number, last: number): number {
  const stride = (second >>> 16) & 0x3fff;
  return gfx === 'gfx9' && addsLane(last) ? stride | (((last >>> 15) & 0xf) << 14) : stride;
}

/** Throws for accesses that span several elements, which are not contiguous, because a request has one address per lane. */
export function rejectWide({ elementBytes }: Interleaving, bytes: number): void {
  if (bytes > elementBytes)
    throw new UnsupportedOperation(`${bytes} bytes in elements of ${elementBytes} of a swizzled buffer`);
}

/** Returns the byte offset of a location in a record of an interleaved buffer. */
export function interleavedOffset(
  { recordsPerBlock, elementBytes }: Interleaving,
  stride: number,
  index: number,
  offset: number,
): number {
  const [block, record] = [Math.floor(index / recordsPerBlock), index % recordsPerBlock];
  const [element, rest] = [Math.floor(offset / elementBytes), offset % elementBytes];
  return (block * stride + element * elementBytes) * recordsPerBlock + record * elementBytes + rest;
}
