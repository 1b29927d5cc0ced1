import { ATOMIC_BASES, accessRows } from './access.js';
import { atomicRows } from './atomics.js';
import type { MemoryRow } from './row.js';
import { MUBUF_FORMAT_ROWS } from './typed-buffer.js';

/** Loads, stores and atomics through a buffer descriptor. */
export const MUBUF_ROWS: readonly MemoryRow[] = [
  ...accessRows('buffer', { format: 'mubuf' }),
  ...MUBUF_FORMAT_ROWS,
  ...atomicRows('buffer_atomic', ATOMIC_BASES, { format: 'mubuf' }),
];
