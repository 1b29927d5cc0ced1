import type { VectorRow } from './row.js';

const NEGATIVE_NAN = 0xffc00000 | 0;

/** NaN of operations outside their domain, from the manuals' examples of square root, logarithm and sine. */
export function outOfDomain(row: VectorRow): VectorRow {
  return { ...row, nan: { order: [0], otherwise: NEGATIVE_NAN } };
}

/** Functions accurate to one unit in the last place; the manuals say they flush 32-bit denormals. */
export function approximate(row: VectorRow): VectorRow {
  return { ...outOfDomain(row), flushes: true };
}
