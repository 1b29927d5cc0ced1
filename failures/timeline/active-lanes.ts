import type { MemoryIssued } from '../../transactions/index.js';

/** Stride, in lanes, between the dwords in an access's data, and between the texels in its addresses. */
export const LANES = 64;

/** Returns whether a lane, numbered from 0, takes part in an access. */
export function isActiveLane({ lanesLo, lanesHi }: MemoryIssued, lane: number): boolean {
  return (((lane < 32 ? lanesLo : lanesHi) >>> (lane & 31)) & 1) === 1;
}
