import { isDataShare } from '../../arch/index.js';
import type { MemoryIssued } from '../../transactions/index.js';
import type { AddressRange } from './test-facts.js';

/** Returns whether the first in-range lane of an access reaches ordered memory. LDS and GDS accesses never do. */
export function reachesOrdered(access: MemoryIssued, orderedRanges: readonly AddressRange[]): boolean {
  if (isDataShare(access.space) || orderedRanges.length === 0) return false;
  const address = findFirstAddress(access);
  for (let i = 0; i < orderedRanges.length; i++) {
    if (address >= orderedRanges[i]!.first && address < orderedRanges[i]!.end) return true;
  }
  return false;
}

/** Returns the address of the first lane that passes the range check, or -1 if none does. */
function findFirstAddress({ addresses, lanesLo, lanesHi }: MemoryIssued): number {
  for (let half = 0; half < 2; half++) {
    for (let lanes = half === 0 ? lanesLo : lanesHi; lanes !== 0; lanes &= lanes - 1) {
      const address = addresses[half * 32 + 31 - Math.clz32(lanes & -lanes)]!;
      if (address >= 0) return address;
    }
  }
  return -1;
}
