import { type CoverageData, getBinRows } from '../../coverage/index.js';
import { findBinIndex } from '../../harness/records/index.js';
import {
  type PastRun,
  type RunTestResult,
  readTestResults,
  restoreRequest,
} from '../../harness/run-directory/index.js';
import { formatReproLine, formatTestId } from '../../harness/selection/index.js';
import { isLoaded } from '../../harness/suite-files/index.js';
import type { Corpus } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { rerunForHits } from './rank-coverage.js';

/** A passing test that hit a bin. */
export interface BinTest {
  readonly test: string;
  readonly hits: number;
  readonly repro: string;
}

/** The tests of a run that hit a bin. */
export interface BinTests {
  readonly tests: readonly BinTest[];
  /** Whether `tests` contains every such test of the run. */
  readonly complete: boolean;
}

/**
 * Finds the first `maxTests` passing tests of a run, in plan order, that hit the bin named `GROUP/ITEM/BIN`. The log
 * records coverage per batch, so this reruns the passing tests of the batches that hit the bin. Throws `UsageError` for
 * an unknown bin or a suite file that is not open.
 */
export function findBinTests(pastRun: PastRun, bin: string, corpus: Corpus, maxTests: number): BinTests {
  const index = findBinIndex(bin);
  const request = restoreRequest(pastRun.manifest, pastRun.directory, 1);
  const { suite, overrides } = request;
  if (!isLoaded(request))
    throw new UsageError(`Cannot rerun tests of ${suite}: the run used a suite file, not a built-in suite`);
  const results = new Map(readTestResults(pastRun).map((result) => [result.position, result]));
  const tests: BinTest[] = [];
  for (const { first, outcomes, coverage } of pastRun.results()) {
    if (coverage === undefined || countHits(coverage, index) === 0) continue;
    const passedTests = Array.from(outcomes, (_, row) => results.get(first + row)).filter(hasPassed);
    for (const { test } of passedTests) {
      const { sequence, seed } = test;
      const hits = rerunForHits({ suite, sequence, seed, overrides }, corpus)[index]!;
      if (hits === 0) continue;
      if (tests.length === maxTests) return { tests, complete: false };
      tests.push({
        test: formatTestId(test),
        hits,
        repro: formatReproLine({ suite, sequence, seed }, overrides),
      });
    }
  }
  return { tests, complete: true };
}

function hasPassed(result: RunTestResult | undefined): result is RunTestResult {
  return result?.outcome === 'passed';
}

function countHits(data: CoverageData, index: number): number {
  return getBinRows(data)[index]!.passed.hits;
}
