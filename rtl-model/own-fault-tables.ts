import type { FaultyDevice, OwnId } from '../transactions/index.js';

/** A `FaultTable` entry made from a user's fault. */
export type OwnEntry = (unit: object, device: FaultyDevice) => object;

/** Users' fault entries in this thread, by the table they extend. */
const entries = new Map<object, ReadonlyMap<OwnId, OwnEntry>>();

/** The users' entries of a table. */
export function ownEntriesOf(table: object): Iterable<readonly [OwnId, OwnEntry]> {
  return entries.get(table) ?? [];
}

/** Replaces the users' entries. */
export function setOwnEntries(all: readonly (readonly [table: object, id: OwnId, entry: OwnEntry])[]): void {
  entries.clear();
  for (const [table, id, entry] of all)
    entries.set(table, new Map([...(entries.get(table) ?? []), [id, entry]]));
}
