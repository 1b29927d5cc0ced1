import { groupBy } from '../../arch/index.js';
import type { CoverageData } from '../data/coverage-data.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { buildCrossTests, type CrossTests, computeDependence } from './dependence.js';
import { estimateTestsToHalve, type RareBins } from './saturation.js';
import { type BinEstimate, findStrata } from './strata.js';
import { type BinRow, getBinRows } from './summary.js';

/** A bin is rare if at most this many tests hit it. */
const MAX_RARE_TESTS = 2;

/** An uncovered bin and its expected cost. */
export interface RankedHole {
  readonly row: BinRow;
  /** Number of further tests expected to hit half of the similar holes. Absent if there is too little evidence. */
  readonly tests?: number;
  /** Counts for similar bins. Absent for a bin that was hit too rarely, or if there is too little evidence. */
  readonly like?: RareBins;
}

/**
 * Lists bins that were hit too rarely, and uncovered combinations whose coordinates were all hit, cheapest first.
 *
 * A combination's hit probability is computed assuming independent coordinates, then scaled down by
 * `computeDependence`. This orders holes, but does not predict when they will be hit. To estimate that, `findStrata`
 * groups bins with similar chances and counts how many were hit once or twice. `tests` is then the estimated number of
 * tests needed to hit half of the holes in the stratum (`predictGain`). For a bin that was hit too rarely, it is
 * computed from the hit rate.
 *
 * @param tests number of tests counted in the data.
 */
export function findCheapestHoles(
  data: CoverageData,
  tests: number,
  model: CoverageModel = COVERAGE_MODEL,
): RankedHole[] {
  const rows = getBinRows(data, model);
  const rareHoles = rows
    .filter((row) => countsForScore(row) && row.passed.hits > 0 && !row.isCovered)
    .map((row) => ({ row, tests: Math.ceil(((row.atLeast - row.passed.hits) * tests) / row.passed.hits) }));
  const estimates = findRareCombinations(rows, tests, model);
  const strata = findStrata(estimates, tests);
  const unhit = estimates
    .filter((bin) => bin.tests === 0)
    .sort((a, b) => b.chance - a.chance)
    .map((bin): RankedHole => makeHole(bin.row, strata?.get(bin)));
  // Equally cheap holes stay ordered by chance.
  return [...rareHoles, ...unhit].sort((a, b) => (a.tests ?? Infinity) - (b.tests ?? Infinity) || 0);
}

function makeHole(row: BinRow, stratum: RareBins | undefined): RankedHole {
  const tests = stratum === undefined ? Infinity : estimateTestsToHalve(stratum);
  return { row, ...(stratum && { like: stratum }), ...(Number.isFinite(tests) ? { tests } : {}) };
}

function countsForScore({ kind, isWaived }: BinRow): boolean {
  return kind === 'count' && !isWaived;
}

/**
 * Returns the combinations hit by at most two tests, with their chances, skipping those with a coordinate that was
 * never hit.
 */
function findRareCombinations(
  rows: readonly BinRow[],
  tests: number,
  model: CoverageModel,
): (BinEstimate & { readonly row: BinRow })[] {
  const crosses = collectCrossTests(rows, tests, model);
  return rows.flatMap((row) => {
    const cross = crosses.get(joinNames(row.group, row.item));
    if (
      cross === undefined ||
      !countsForScore(row) ||
      row.of.length === 0 ||
      row.passed.tests > MAX_RARE_TESTS
    )
      return [];
    const independent = row.of.reduce((product, value, axis) => product * cross.getFraction(axis, value), 1);
    const chance = independent * computeDependence(row.of, cross);
    return chance > 0 ? [{ row, chance, tests: row.passed.tests }] : [];
  });
}

/** Returns each cross's hits, keyed by its covergroup and name. */
function collectCrossTests(
  rows: readonly BinRow[],
  tests: number,
  model: CoverageModel,
): Map<string, CrossTests> {
  const testsByBin = new Map(rows.map((row) => [joinNames(row.group, row.item, row.bin), row.passed.tests]));
  const cells = groupBy(
    rows.filter(({ of }) => of.length > 0),
    ({ group, item }) => joinNames(group, item),
  );
  return new Map(
    model.groups.flatMap(({ compiled: { definition, items } }) =>
      items
        .filter(({ kind }) => kind === 'cross')
        .map(({ name, of }): [string, CrossTests] => {
          const key = joinNames(definition.name, name);
          const points = of.map((point) => joinNames(definition.name, point));
          const getFraction = (axis: number, value: string): number =>
            (testsByBin.get(`${points[axis]!}\0${value}`) ?? 0) / tests;
          return [key, buildCrossTests(cells.get(key) ?? [], getFraction, tests)];
        }),
    ),
  );
}

function joinNames(...names: readonly string[]): string {
  return names.join('\0');
}
