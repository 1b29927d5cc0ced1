import type { CoverageData } from '../data/coverage-data.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { type BinRow, binRows } from './bin-rows.js';
import { type CrossTests, dependence } from './dependence.js';

/** An uncovered bin, and roughly how many more tests like those so far would cover it. */
export interface CheapHole {
  readonly row: BinRow;
  readonly tests: number;
}

/**
 * Uncovered bins that more tests alone would cover soonest, cheapest first. A bin that was hit needs tests in proportion to its
 * rate. A combination is estimated as if its coordinates were hit independently, then raised by two factors: combinations that
 * differ in one coordinate were hit less often than that (`dependence`), and this many tests missed it. With 100 tests, `a` hit
 * by 50 and `b` by 10 of them, `a x b` takes about 120 tests, or 140 if such combinations were hit half as often. Excludes bins
 * of unknown likelihood, because they or one of their coordinates were never hit.
 *
 * @param tests that count, in the data.
 */
export function cheapestHoles(
  data: CoverageData,
  tests: number,
  model: CoverageModel = COVERAGE_MODEL,
): CheapHole[] {
  const rows = binRows(data, model);
  const crosses = crossTests(rows, tests, model);
  return rows
    .filter(({ kind, isCovered, isWaived }) => kind === 'count' && !isCovered && !isWaived)
    .map((row) => ({
      row,
      tests: Math.ceil(testsFor(row, crosses.get(placeOf(row.group, row.item)), tests)),
    }))
    .filter((hole) => Number.isFinite(hole.tests))
    .sort((a, b) => a.tests - b.tests);
}

function testsFor({ passed, atLeast, of }: BinRow, cross: CrossTests | undefined, tests: number): number {
  if (passed.hits > 0) return ((atLeast - passed.hits) * tests) / passed.hits;
  if (cross === undefined || of.length === 0) return Infinity;
  const chance = of.reduce((product, value, axis) => product * cross.share(axis, value), 1);
  return tests + 1 / (dependence(of, cross) * chance);
}

/** Test hits of each cross, by its place. */
function crossTests(rows: readonly BinRow[], tests: number, model: CoverageModel): Map<string, CrossTests> {
  const reached = new Map(rows.map((row) => [placeOf(row.group, row.item, row.bin), row.passed.tests]));
  return new Map(
    model.groups.flatMap(({ compiled: { definition, items } }) =>
      items
        .filter(({ kind }) => kind === 'cross')
        .map((item): [string, CrossTests] => {
          const cells = rows.filter(
            (row) => row.group === definition.name && row.item === item.name && row.of.length > 0,
          );
          const share = (axis: number, value: string): number =>
            (reached.get(placeOf(definition.name, item.of[axis]!, value)) ?? 0) / tests;
          return [placeOf(definition.name, item.name), { cells, share, tests }];
        }),
    ),
  );
}

function placeOf(...names: readonly string[]): string {
  return JSON.stringify(names);
}
