import type { VectorRow } from './row.js';

const NEGATIVE_NAN = 0xffc00000 | 0;

/** The NaN of operations outside of their domain, as the manuals' examples of square root, logarithm and sine have it. */
export function outOfDomain(row: VectorRow): VectorRow {
  return { ...row, nan: { order: [0], otherwise: NEGATIVE_NAN } };
}

/** Functions of one unit in the last place, which the manuals say flush 32-bit denormals. */
export function approximate(row: VectorRow): VectorRow {
  return { ...outOfDomain(row), flushes: true };
}
