import { isDataShare } from '../../arch/index.js';
import type { MemoryIssued, MemoryObject } from '../../transactions/index.js';
import { isActiveLane, LANES } from './active-lanes.js';
import type { TimelineScenario } from './timeline-scenario.js';

/**
 * Returns whether an access touches memory that the scenario declares ordered. If the scenario declares none,
 * every store and atomic that other waves can see counts as ordered.
 */
export function isOrdered(access: MemoryIssued, { memory, ordered }: TimelineScenario): boolean {
  if (isDataShare(access.space)) return false;
  if (ordered.length === 0) return access.operation !== 'load';
  const objects = memory.filter(({ name }) => ordered.some(({ object }) => object === name));
  return listAddresses(access).some((address) => objects.some((object) => containsAddress(object, address)));
}

function containsAddress(
  { address: first, bytes }: Pick<MemoryObject, 'address' | 'bytes'>,
  address: number,
): boolean {
  return address >= first && address < first + bytes;
}

/** Lists the addresses of the active lanes, one texel after another. A scalar access has a single address. */
function listAddresses(access: MemoryIssued): number[] {
  if (access.space === 'scalar') return [access.addresses[0]];
  return Array.from(access.addresses).filter((_, index) => isActiveLane(access, index % LANES));
}
