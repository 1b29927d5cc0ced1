import { findMin, groupBy } from '../../arch/index.js';
import type { BinRow } from './summary.js';

/** One combination in a cross. */
type Cell = Pick<BinRow, 'of' | 'passed'>;

/** How many tests hit each combination in a cross and each value on its axes. */
export interface CrossTests {
  /** The cross's cells grouped into lines: one map per axis, keyed by the coordinates on the other axes. */
  readonly lines: readonly ReadonlyMap<string, readonly Cell[]>[];
  /** Returns the fraction of all tests that hit a value on an axis. */
  readonly getFraction: (axis: number, value: string) => number;
  readonly tests: number;
}

/** Groups the cells of a cross into lines along each axis. */
export function buildCrossTests(
  cells: readonly Cell[],
  getFraction: CrossTests['getFraction'],
  tests: number,
): CrossTests {
  const axes = cells[0]?.of ?? [];
  return {
    lines: axes.map((_, axis) => groupBy(cells, ({ of }) => makeLineKey(of, axis))),
    getFraction,
    tests,
  };
}

/**
 * For combinations that differ from the given one in a single coordinate, compares the number of hits with the number
 * expected if coordinates were independent. Returns the minimum of `(1 + observed) / (1 + expected)` over the
 * coordinates, capped at 1. If all 99 tests hit `r0` and `c1`, but only 49 of them hit `r0 x c1`, the result for
 * `r1 x c1` is one half.
 */
export function computeDependence(of: readonly string[], { lines, getFraction, tests }: CrossTests): number {
  const ratios = of.map((value, axis) => {
    const line = lines[axis]?.get(makeLineKey(of, axis)) ?? [];
    const others = line.filter((cell) => cell.of[axis] !== value);
    const observed = others.reduce((sum, { passed }) => sum + passed.tests, 0);
    const expected = others.reduce(
      (sum, cell) =>
        sum + tests * cell.of.reduce((product, coordinate, i) => product * getFraction(i, coordinate), 1),
      0,
    );
    return (1 + observed) / (1 + expected);
  });
  return findMin([1, ...ratios]);
}

/** Returns a key made of the coordinates on all axes except `axis`. */
function makeLineKey(coordinates: readonly string[], axis: number): string {
  return coordinates.toSpliced(axis, 1).join('\0');
}
