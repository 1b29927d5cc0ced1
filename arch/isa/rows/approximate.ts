import type { VectorRow } from './row.js';

const NEGATIVE_NAN = 0xffc00000 | 0;

/**
 * Adds the NaN that an operation returns outside its domain, as in the manuals' examples for square root, logarithm and
 * sine.
 */
export function addDomainNan(row: VectorRow): VectorRow {
  return { ...row, nan: { order: [0], otherwise: NEGATIVE_NAN } };
}

/** Marks a function as accurate only to one ULP. According to the manuals, such functions flush 32-bit denormals. */
export function markApproximate(row: VectorRow): VectorRow {
  return { ...addDomainNan(row), flushes: true };
}
