import type { MemoryIssued } from '../transactions/index.js';

/** The stride in lanes between the dwords of an access's data, and between texels. */
export const LANES = 64;

/** Whether a lane, numbered from 0, takes part in an access. */
export function isActiveLane({ lanesLo, lanesHi }: MemoryIssued, lane: number): boolean {
  return (((lane < 32 ? lanesLo : lanesHi) >>> (lane & 31)) & 1) === 1;
}
