import { ATOMIC_BASES, accessRows } from './access.js';
import { atomicRows } from './atomics.js';
import type { MemoryRow } from './row.js';

/** Accesses by address: flat, private (scratch) and global memory. */
export const FLAT_ROWS: readonly MemoryRow[] = [
  ...accessRows('flat', { format: 'flat', segment: 'flat' }),
  ...atomicRows('flat_atomic', ATOMIC_BASES, { format: 'flat', segment: 'flat' }),
  ...accessRows('scratch', { format: 'flat', segment: 'scratch' }),
  ...accessRows('global', { format: 'flat', segment: 'global' }),
  ...atomicRows('global_atomic', ATOMIC_BASES, { format: 'flat', segment: 'global' }),
];
