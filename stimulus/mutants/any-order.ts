import type { EditedProgram } from '../programs/edit.js';
import { isSharedAccess } from '../programs/places.js';
import { readsOnly } from './objects.js';

/** Atomics that commute. */
const COMMUTING: readonly (string | undefined)[] = [
  'add',
  'and',
  'or',
  'xor',
  'umin',
  'umax',
  'smin',
  'smax',
];

/**
 * The reason if a program's access order is invisible: all writes are atomics of one commuting operation without results, and
 * nothing reads what they write.
 */
export function anyOrderWill({ decoded }: EditedProgram): string | undefined {
  const accesses = decoded.instructions.filter(isSharedAccess);
  const writes = accesses.filter(({ memory }) => memory?.access !== 'load');
  const [operation] = writes.map(({ memory }) => memory?.atomic);
  const commute = writes.every(({ memory }) => memory?.atomic === operation && memory?.returns === false);
  const areUnread = accesses.every((each) => each.memory?.access !== 'load' || readsOnly(decoded, each));
  return COMMUTING.includes(operation) && commute && areUnread
    ? `each write is an atomic ${operation} that returns nothing, of which any order leaves the same memory`
    : undefined;
}
