import type { CoverageData } from '../data/coverage-data.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { binRows } from './bin-rows.js';

/**
 * Bins that `more` tests like the `tests` so far are expected to hit for the first time. The number of reachable bins never hit
 * is estimated from those hit by one and by two tests (Chao's estimate of unseen species), capped by the number of holes; the
 * fraction found follows from the chance that the next test hits a new one (Good and Turing). With 100 tests, 10 bins hit by one
 * test and 10 by two, about 5 bins are left; 100 more tests find about 4.
 */
export function expectedGain(
  data: CoverageData,
  tests: number,
  more: number,
  model: CoverageModel = COVERAGE_MODEL,
): number {
  const rows = binRows(data, model).filter(({ kind }) => kind === 'count');
  const hitBy = (number: number): number => rows.filter(({ passed }) => passed.tests === number).length;
  return gainOf({ once: hitBy(1), twice: hitBy(2), never: hitBy(0), tests }, more);
}

/** Numbers of bins by how many tests hit them, after a number of tests. */
export interface RareBins {
  readonly once: number;
  readonly twice: number;
  readonly never: number;
  readonly tests: number;
}

/** The same from the numbers of rare bins. */
export function gainOf(rare: RareBins, more: number): number {
  const { left, rate } = unseen(rare);
  return left === 0 ? 0 : left * (1 - (1 - rate) ** more);
}

/** Further tests until half of the bins never hit are expected to be hit; infinite if fewer than half ever are. */
export function halfTime(rare: RareBins): number {
  const half = rare.never / 2;
  if (unseen(rare).left <= half) return Infinity;
  let most = 1;
  while (gainOf(rare, most) < half) most *= 2;
  let least = most / 2;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (gainOf(rare, middle) < half) least = middle;
    else most = middle;
  }
  return most;
}

/** Reachable bins never hit, and the chance that one test hits a given one. */
function unseen({ once, twice, never, tests }: RareBins): { readonly left: number; readonly rate: number } {
  if (once === 0 || never === 0) return { left: 0, rate: 0 };
  const estimate = twice > 0 ? (once * once) / (2 * twice) : (once * (once - 1)) / 2;
  const left = Math.min(never, ((tests - 1) / tests) * estimate);
  return { left, rate: left === 0 ? 0 : once / (tests * left + once) };
}
