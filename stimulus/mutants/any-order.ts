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
 * Why a program's access order is invisible: all writes are atomics of one commuting operation without results, and nothing
 * reads what they write.
 */
export function whyOrderIsInvisible({ decoded }: EditedProgram): string | undefined {
  const accesses = decoded.instructions.filter(isSharedAccess);
  const writes = accesses.filter(({ memory }) => memory?.access !== 'load');
  const [operation] = writes.map(({ memory }) => memory?.atomic);
  const areCommuting = writes.every(
    ({ memory }) => memory?.atomic === operation && memory?.returns === false,
  );
  const areUnread = accesses.every((each) => each.memory?.access !== 'load' || readsOnly(decoded, each));
  return COMMUTING.includes(operation) && areCommuting && areUnread
    ? `each write is an atomic ${operation} without a result, so the order does not change memory`
    : undefined;
}
