import { ATOMIC_BASES, accessRows } from './access.js';
import { atomicRows, clampedSubtraction, floatAtomicRows } from './atomics.js';
import type { MemoryRow } from './row.js';

/** Accesses by address: flat, private (scratch) and global memory. */
export const FLAT_ROWS: readonly MemoryRow[] = [
  ...accessRows('flat', { format: 'flat', segment: 'flat' }),
  ...atomicRows('flat_atomic', ATOMIC_BASES, { format: 'flat', segment: 'flat' }),
  ...floatAtomicRows('flat_atomic', { format: 'flat', segment: 'flat' }),
  ...accessRows('scratch', { format: 'flat', segment: 'scratch' }),
  ...accessRows('global', { format: 'flat', segment: 'global' }),
  ...atomicRows('global_atomic', ATOMIC_BASES, { format: 'flat', segment: 'global' }),
  ...floatAtomicRows('global_atomic', { format: 'flat', segment: 'global' }),
  clampedSubtraction('global_atomic', { format: 'flat', segment: 'global' }),
];
