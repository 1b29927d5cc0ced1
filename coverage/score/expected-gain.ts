import type { CoverageData } from '../data/coverage-data.js';
import { COVERAGE_MODEL, type CoverageModel } from '../model.js';
import { binRows } from './bin-rows.js';

/**
 * Bins that `more` tests like the `tests` so far are expected to hit for the first time. The number of reachable bins never hit
 * is estimated from those hit by one and by two tests (Chao's estimate of unseen species), capped by the number of holes; the
 * fraction found follows from the chance that the next test hits a new one (Good and Turing). With 100 tests, 10 bins hit by one
 * test and 10 by two, about 5 bins are left, of which 100 more tests find about 4.
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
export function gainOf({ once, twice, never, tests }: RareBins, more: number): number {
  if (once === 0 || never === 0) return 0;
  const estimate = twice > 0 ? (once * once) / (2 * twice) : (once * (once - 1)) / 2;
  const left = Math.min(never, ((tests - 1) / tests) * estimate);
  if (left === 0) return 0;
  return left * (1 - (1 - once / (tests * left + once)) ** more);
}
