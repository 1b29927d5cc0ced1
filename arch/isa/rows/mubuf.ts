import { ATOMIC_BASES, accessRows } from './access.js';
import { atomicRows } from './atomics.js';
import type { MemoryRow } from './row.js';

/** Loads, stores and atomics through a buffer descriptor. */
export const MUBUF_ROWS: readonly MemoryRow[] = [
  ...accessRows('buffer', { format: 'mubuf' }),
  ...atomicRows('buffer_atomic', ATOMIC_BASES, { format: 'mubuf' }),
];
