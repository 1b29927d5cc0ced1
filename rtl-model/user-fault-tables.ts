import type { FaultyDevice, UserId } from '../transactions/index.js';

/** A `FaultTable` entry for a user-defined fault. `clean` has the unit's present functions. */
export type UserFaultEntry = (unit: object, device: FaultyDevice, clean: object) => object;

/** This thread's user-defined entries, by the table they extend. */
const entries = new Map<object, ReadonlyMap<UserId, UserFaultEntry>>();

/** Returns a table's user-defined entries. */
export function getUserFaultEntries(table: object): Iterable<readonly [UserId, UserFaultEntry]> {
  return entries.get(table) ?? [];
}

/** Replaces all user-defined entries. */
export function setUserFaultEntries(
  newEntries: readonly (readonly [table: object, id: UserId, entry: UserFaultEntry])[],
): void {
  entries.clear();
  for (const [table, id, entry] of newEntries)
    entries.set(table, new Map([...(entries.get(table) ?? []), [id, entry]]));
}
