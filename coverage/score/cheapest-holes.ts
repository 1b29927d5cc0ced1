import type { CoverageData } from '../data/coverage-data.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { type BinRow, binRows } from './bin-rows.js';

/** An uncovered bin, and about how many more tests like those so far would cover it. */
export interface CheapHole {
  readonly row: BinRow;
  readonly tests: number;
}

/**
 * Uncovered bins that more tests alone would cover soonest, cheapest first. A bin that was hit needs as many tests as its rate says; a
 * combination, as many as if its bins were hit independently, and those that ran without hitting it: they show that its bins meet less
 * often. With 100 tests, `a` hit by 50 and `b` by 10 of them, `a x b` takes about 120 tests. Bins for which nothing says how likely they are, because they or a bin of theirs were never hit, are left out.
 *
 * @param tests that count, in the data.
 */
export function cheapestHoles(
  data: CoverageData,
  tests: number,
  model: CoverageModel = COVERAGE_MODEL,
): CheapHole[] {
  const rows = binRows(data, model);
  const reached = new Map(rows.map((row) => [placeOf(row.group, row.item, row.bin), row.passed.tests]));
  const crossed = new Map(
    model.groups.flatMap(({ compiled }) =>
      compiled.items.flatMap((item) =>
        item.kind === 'cross' ? [[placeOf(compiled.definition.name, item.name), item.of] as const] : [],
      ),
    ),
  );
  return rows
    .filter(({ kind, isCovered, isWaived }) => kind === 'count' && !isCovered && !isWaived)
    .map((row) => {
      const points = crossed.get(placeOf(row.group, row.item)) ?? [];
      const shares = row.of.map((bin, i) => (reached.get(placeOf(row.group, points[i]!, bin)) ?? 0) / tests);
      return { row, tests: Math.ceil(testsFor(row, shares, tests)) };
    })
    .filter((hole) => Number.isFinite(hole.tests))
    .sort((a, b) => a.tests - b.tests);
}

function testsFor({ passed, atLeast, of }: BinRow, shares: readonly number[], tests: number): number {
  if (passed.hits > 0) return ((atLeast - passed.hits) * tests) / passed.hits;
  return of.length === 0 ? Infinity : tests + 1 / shares.reduce((product, share) => product * share, 1);
}

function placeOf(...names: readonly string[]): string {
  return JSON.stringify(names);
}
