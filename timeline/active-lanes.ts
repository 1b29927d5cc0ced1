import type { MemoryIssued } from '../transactions/index.js';

/** Lane stride between dwords of an access's data, and between texels. */
export const LANES = 64;

/** Whether an access is made by a lane, numbered from 0. */
export function isActiveLane({ lanesLo, lanesHi }: MemoryIssued, lane: number): boolean {
  return (((lane < 32 ? lanesLo : lanesHi) >>> (lane & 31)) & 1) === 1;
}
