import type { CoverageData } from '../data/coverage-data.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { type BinRow, binRows } from './bin-rows.js';
import { type CrossTests, dependence } from './dependence.js';
import { halfTime, type RareBins } from './expected-gain.js';
import { type ChancedBin, strataOf } from './strata.js';

/** Tests that hit a rare bin, at most. */
const RARE_MAX = 2;

/** An uncovered bin, and what past tests say of how many more would cover it. */
export interface CheapHole {
  readonly row: BinRow;
  /** Within so many further tests half of the bins like it are hit; absent where past tests do not say. */
  readonly tests?: number;
  /** Bins like it, by the number of tests that hit each; absent for a bin that was hit, but not often enough. */
  readonly like?: RareBins;
}

/**
 * Uncovered bins whose coordinates were all hit, those that more tests would cover soonest first.
 *
 * The chance of a combination follows from its coordinates as if they were independent, less what `dependence` takes off. That orders
 * holes; it does not say when they come. How many of the bins of about that chance one test hit, and two tests, does (`strataOf`): `tests`
 * is when half of the holes among them have come by Chao's estimate. A bin that was hit needs as many tests as its rate says.
 *
 * @param tests that count, in the data.
 */
export function cheapestHoles(
  data: CoverageData,
  tests: number,
  model: CoverageModel = COVERAGE_MODEL,
): CheapHole[] {
  const rows = binRows(data, model).filter(({ kind, isWaived }) => kind === 'count' && !isWaived);
  const short = rows
    .filter(({ passed, isCovered }) => passed.hits > 0 && !isCovered)
    .map((row) => ({ row, tests: Math.ceil(((row.atLeast - row.passed.hits) * tests) / row.passed.hits) }));
  const rare = chancedBins(rows, tests, model);
  const strata = strataOf(rare, tests);
  const never = rare
    .filter((bin) => bin.tests === 0)
    .sort((a, b) => b.chance - a.chance)
    .map((bin): CheapHole => holeLike(bin.row, strata?.get(bin)));
  // Equal ones stay in the order of their chance.
  return [...short, ...never].sort((a, b) => (a.tests ?? Infinity) - (b.tests ?? Infinity) || 0);
}

function holeLike(row: BinRow, like: RareBins | undefined): CheapHole {
  const tests = like === undefined ? Infinity : halfTime(like);
  return { row, ...(like === undefined ? {} : { like }), ...(Number.isFinite(tests) ? { tests } : {}) };
}

/** Combinations that at most two tests hit and whose coordinates were all hit, with their chance. */
function chancedBins(
  rows: readonly BinRow[],
  tests: number,
  model: CoverageModel,
): (ChancedBin & { readonly row: BinRow })[] {
  const crosses = crossTests(rows, tests, model);
  return rows.flatMap((row) => {
    const cross = crosses.get(placeOf(row.group, row.item));
    if (cross === undefined || row.of.length === 0 || row.passed.tests > RARE_MAX) return [];
    const independent = row.of.reduce((product, value, axis) => product * cross.share(axis, value), 1);
    const chance = independent * dependence(row.of, cross);
    return chance > 0 ? [{ row, chance, tests: row.passed.tests }] : [];
  });
}

/** What tests hit of each cross, by its place. */
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
