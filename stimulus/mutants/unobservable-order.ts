import type { EditedProgram } from '../programs/edit.js';
import { isSharedAccess } from '../programs/places.js';
import { loadsReadOnlyObject } from './objects.js';

/** The atomic operations that commute. */
const COMMUTATIVE_ATOMICS: readonly (string | undefined)[] = [
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
 * Explains why the order of a program's accesses does not matter: all its writes are atomics without results that use
 * one commutative operation, and nothing reads what they write. Returns undefined if the order may matter.
 */
export function explainUnobservableOrder({ decoded }: EditedProgram): string | undefined {
  const accesses = decoded.instructions.filter(isSharedAccess);
  const writes = accesses.filter(({ memory }) => memory?.access !== 'load');
  const [operation] = writes.map(({ memory }) => memory?.atomic);
  const writesCommute = writes.every(
    ({ memory }) => memory?.atomic === operation && memory?.returns === false,
  );
  const writesAreUnread = accesses.every(
    (access) => access.memory?.access !== 'load' || loadsReadOnlyObject(decoded, access),
  );
  return COMMUTATIVE_ATOMICS.includes(operation) && writesCommute && writesAreUnread
    ? `each write is an atomic ${operation} without a result, so their order does not affect the final contents of memory`
    : undefined;
}
