import type { DrawCoverage, InvocationVisitor } from '../geometry/draw-coverage.js';
import type { Ledgers } from './ledgers.js';

/**
 * Visits the invocations that should run for primitive `index` of a draw: those it covers, minus the samples that fail
 * early tests.
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
    const shaded = mask & ~depth.getEarlyFailures(primitive, x, y);
    if (shaded !== 0) visit(x, y, shaded, iteration);
  });
}
