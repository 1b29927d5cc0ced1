import { leastOf } from '../../arch/index.js';
import type { BinRow } from './bin-rows.js';

/** Tests that hit bins of a cross. */
export interface CrossTests {
  /** The combinations of the cross. */
  readonly cells: readonly Pick<BinRow, 'of' | 'passed'>[];
  /** Fraction of all tests that hit a value of the coordinate at this position. */
  readonly share: (axis: number, value: string) => number;
  readonly tests: number;
}

/**
 * How often tests hit the combinations that differ from this one in a single coordinate, relative to independent coordinates: the
 * minimum over the coordinates, at most 1. One is added to both numbers. If all of 99 tests hit `r0` and `c1`, but only 49 of
 * them `r0 x c1`, it is a half for `r1 x c1`.
 */
export function dependence(of: readonly string[], { cells, share, tests }: CrossTests): number {
  const parts = of.map((_, axis) => {
    const others = cells.filter((cell) => cell.of.every((value, at) => (value !== of[at]) === (at === axis)));
    const seen = others.reduce((sum, { passed }) => sum + passed.tests, 0);
    const expected = others.reduce(
      (sum, cell) => sum + tests * cell.of.reduce((product, value, at) => product * share(at, value), 1),
      0,
    );
    return (1 + seen) / (1 + expected);
  });
  return leastOf([1, ...parts]);
}
