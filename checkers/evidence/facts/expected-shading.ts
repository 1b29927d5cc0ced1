import type { DrawCoverage, InvocationVisitor } from '../geometry/draw-coverage.js';
import type { Ledgers } from './ledgers.js';

/**
 * Visits the invocations that a draw's primitive `index` requires: its coverage minus the samples that early
 * tests removed.
 */
export function visitExpected(
  { depth, draws }: Ledgers,
  draw: number,
  coverage: DrawCoverage,
  index: number,
  visit: InvocationVisitor,
): void {
  const primitive = draws[draw].firstPrimitive + index;
  coverage.visit(index, (x, y, mask, iteration) => {
    const shaded = mask & ~depth.lostSamples(primitive, x, y);
    if (shaded !== 0) visit(x, y, shaded, iteration);
  });
}
