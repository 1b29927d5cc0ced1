import type { Gfx } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import { UnsupportedOperation } from '../instruction.js';

/** How a buffer's records are interleaved. A block stores its records element by element. */
interface Interleaving {
  readonly recordsPerBlock: number;
  readonly elementBytes: number;
}

/** Bytes per element, by SWIZZLE_ENABLE. Before GFX11, that field has only one bit, and elements are dwords. */
const ELEMENT_BYTES = [0, 4, 8, 16] as const;

/** Records per block, by INDEX_STRIDE. */
const RECORDS_PER_BLOCK = [8, 16, 32, 64] as const;

/** The ADD_TID_ENABLE bit in the last descriptor word. */
const ADD_TID = 1 << 23;

/**
 * Returns how a descriptor interleaves its records (SWIZZLE_ENABLE, INDEX_STRIDE), or undefined if they are contiguous.
 */
export function getInterleaving(gfx: Gfx, word1: number, word3: number): Interleaving | undefined {
  const elementBytes = isAtLeast(gfx, 'gfx11')
    ? ELEMENT_BYTES[word1 >>> 30]
    : word1 < 0
      ? ELEMENT_BYTES[1]
      : 0;
  if (elementBytes === 0) return undefined;
  return { elementBytes, recordsPerBlock: RECORDS_PER_BLOCK[(word3 >>> 21) & 3] };
}

/** Returns whether the lane number is added to the index (ADD_TID_ENABLE). */
export function addsLaneToIndex(word3: number): boolean {
  return (word3 & ADD_TID) !== 0;
}

/**
 * Returns the stride in bytes. On GFX9, its upper four bits are in the format field if lane numbers are added to the
 * index.
 */
export function getStride(gfx: Gfx, word1: number, word3: number): number {
  const stride = (word1 >>> 16) & 0x3fff;
  return gfx === 'gfx9' && addsLaneToIndex(word3) ? stride | (((word3 >>> 15) & 0xf) << 14) : stride;
}

/**
 * Throws for accesses that span multiple elements, because elements are not contiguous and a request has only one
 * address per lane.
 */
export function rejectWideAccess({ elementBytes }: Interleaving, bytes: number): void {
  if (bytes > elementBytes)
    throw new UnsupportedOperation(
      `${bytes}-byte accesses to a swizzled buffer with ${elementBytes}-byte elements`,
    );
}

/** Converts an offset within a record to a byte offset in an interleaved buffer. */
export function getInterleavedOffset(
  { recordsPerBlock, elementBytes }: Interleaving,
  stride: number,
  index: number,
  offset: number,
): number {
  const [block, record] = [Math.floor(index / recordsPerBlock), index % recordsPerBlock];
  const [element, remainder] = [Math.floor(offset / elementBytes), offset % elementBytes];
  return (block * stride + element * elementBytes) * recordsPerBlock + record * elementBytes + remainder;
}
