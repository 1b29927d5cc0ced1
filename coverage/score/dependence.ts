import { groupBy, leastOf } from '../../arch/index.js';
import type { BinRow } from './bin-rows.js';

/** A combination of a cross. */
type Cell = Pick<BinRow, 'of' | 'passed'>;

/** Numbers of tests that hit the bins of a cross. */
export interface CrossTests {
  /** Combinations by the axis along which they form a line, then by the line's fixed coordinates. */
  readonly lines: readonly ReadonlyMap<string, readonly Cell[]>[];
  /** Fraction of all tests that hit a value of the coordinate at this position. */
  readonly share: (axis: number, value: string) => number;
  readonly tests: number;
}

/** The numbers of a cross, from its combinations. */
export function crossTestsOf(cells: readonly Cell[], share: CrossTests['share'], tests: number): CrossTests {
  const axes = cells[0]?.of ?? [];
  return { lines: axes.map((_, axis) => groupBy(cells, ({ of }) => lineOf(of, axis))), share, tests };
}

/**
 * How often tests hit the combinations that differ from this one in a single coordinate, relative to independent coordinates:
 * the minimum over the coordinates, at most 1. Both numbers are increased by one. If all of 99 tests hit `r0` and `c1`, but
 * only 49 of them `r0 x c1`, the result for `r1 x c1` is one half.
 */
export function dependence(of: readonly string[], { lines, share, tests }: CrossTests): number {
  const parts = of.map((own, axis) => {
    const line = lines[axis]?.get(lineOf(of, axis)) ?? [];
    const others = line.filter((cell) => cell.of[axis] !== own);
    const observed = others.reduce((sum, { passed }) => sum + passed.tests, 0);
    const expected = others.reduce(
      (sum, cell) => sum + tests * cell.of.reduce((product, value, at) => product * share(at, value), 1),
      0,
    );
    return (1 + observed) / (1 + expected);
  });
  return leastOf([1, ...parts]);
}

/** The coordinates other than `axis`, as a key. */
function lineOf(of: readonly string[], axis: number): string {
  return of.toSpliced(axis, 1).join('\0');
}
