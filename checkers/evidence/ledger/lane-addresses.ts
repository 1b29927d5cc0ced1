import type { MemoryIssued } from '../../../transactions/index.js';
import { hasLane } from '../basics/words.js';
import type { WaveRecord } from './wave-record.js';

/** Maximum number of lanes, and of array entries between a lane's addresses for consecutive texels. */
const STRIDE = 64;

type AccessLanes = Pick<MemoryIssued, 'lanesLo' | 'lanesHi' | 'addresses' | 'texelsPerLane'>;

/** The last access whose addresses were listed. Several rules list those of the same transaction. */
let lastAccess: AccessLanes | undefined;
let lastAddresses: readonly number[] = [];

/** Returns the addresses of all active lanes of an access, whose transaction reuses its memory. */
export function listAddresses(access: AccessLanes): readonly number[] {
  if (access === lastAccess) return lastAddresses;
  const { lanesLo, lanesHi, addresses, texelsPerLane = 1 } = access;
  const found: number[] = [];
  for (let base = 0; base < STRIDE * texelsPerLane; base += STRIDE / 2)
    for (
      let remaining = base % STRIDE === 0 ? lanesLo : lanesHi;
      remaining !== 0;
      remaining &= remaining - 1
    ) {
      const address = addresses[base + 31 - Math.clz32(remaining & -remaining)]!;
      if (address >= 0) found.push(address);
    }
  lastAccess = access;
  lastAddresses = found;
  return found;
}

/** Yields each active lane of an access that its primitive covers, with each of the lane's addresses. */
export function* iterateCoveredAddresses(
  { lanePixels }: Pick<WaveRecord, 'lanePixels'>,
  { lanesLo, lanesHi, addresses, texelsPerLane = 1 }: AccessLanes,
): Generator<readonly [lane: number, address: number]> {
  for (let lane = 0; lane < lanePixels.length; lane++) {
    if (!hasLane(lanesLo, lanesHi, lane) || !(lanePixels[lane]! >= 0)) continue;
    for (let texel = 0; texel < texelsPerLane; texel++) {
      const address = addresses[texel * STRIDE + lane]!;
      if (address >= 0) yield [lane, address];
    }
  }
}
