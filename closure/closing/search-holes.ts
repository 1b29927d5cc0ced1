import { matchesGlob } from '../../base/basics/index.js';
import { formatNumber, formatQuantity } from '../../base/text/index.js';
import { COVERAGE_MODEL } from '../../coverage/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { loadStoredReport } from '../../harness/run-directory/index.js';
import {
  findSuite,
  formatTestId,
  NO_OVERRIDES,
  type PlannedTest,
  selectSequences,
} from '../../harness/selection/index.js';
import type { HoleSearchResult } from '../../harness/triage-findings/index.js';
import { NIGHTLY_SUITE } from '../../stimulus/index.js';
import { deriveSeed, formatSeed } from '../../transactions/index.js';
import { aimAtHoles, formatRerunCommand, getAimTarget } from '../aim/index.js';
import { pinTestId } from '../rank/index.js';
import { buildTestplan } from '../testplan/index.js';
import { addClosingTests } from './closing-suite.js';
import { listHolesByValue } from './holes-by-value.js';

/** Minimum number of tests per search, even on a slow machine. */
const MIN_TESTS = 24;
/** Number of tests between progress lines. */
const TESTS_PER_LINE = 200;

/** A request to search for tests that close the coverage holes of a finished nightly run. */
export interface HoleSearchRequest {
  readonly directory: string;
  /** The suite file to which tests that close holes are added. */
  readonly file: string;
  readonly budgetMs: number;
  /** Globs for waived bins, which the search skips. */
  readonly waived: readonly string[];
}

/**
 * Searches for tests that close a run's holes, starting with the most valuable ones. Adds the tests to the suite file
 * for the next nightly run, with any failing tests at the front. Writes the file after each hit, so nothing is lost if
 * the search is interrupted. Calls `begin` before each test, and `print` with progress lines.
 */
export function searchHoles(
  { directory, file, budgetMs, waived }: HoleSearchRequest,
  begin: () => void,
  print: (text: string) => void,
): HoleSearchResult {
  const endTime = performance.now() + budgetMs;
  const { report } = loadStoredReport(directory);
  const bins = listHolesByValue(report.coverage, COVERAGE_MODEL, buildTestplan([report])).filter(
    (bin) => !waived.some((glob) => matchesGlob(bin, glob)),
  );
  // The search has its own seed, so its tests differ from those of the run and of other nightly runs.
  const seed = deriveSeed(report.request.seed, 'closing', 0);
  const settings = {
    seed,
    suite: NIGHTLY_SUITE,
    sequences: selectSequences(findSuite(NIGHTLY_SUITE), undefined, NO_OVERRIDES),
    corpus: openCorpus(),
  };
  const hits: PlannedTest[] = [];
  let lastPrinted = 0;
  const { holes, tried, failed } = aimAtHoles({
    ...settings,
    past: report.coverage,
    targets: bins.map((bin) => getAimTarget(bin)),
    onHit: (test) => {
      hits.push(test);
      addClosingTests(file, [test], seed);
    },
    shouldStop: (tried) => {
      begin();
      if (tried - lastPrinted >= TESTS_PER_LINE) {
        lastPrinted = tried;
        print(
          `tried ${formatQuantity(tried, 'test')} on ${formatQuantity(bins.length, 'hole')}; ${formatNumber(hits.length)} hit at least one`,
        );
      }
      return tried >= MIN_TESTS && performance.now() > endTime;
    },
  });
  addClosingTests(file, failed, seed);
  return {
    tried,
    closed: holes.filter((hole) => hole.found !== undefined).length,
    tests: hits.map((test) => pinTestId(formatTestId(test), formatSeed(seed))),
    failed: failed.map((test) => formatRerunCommand(test, { ...settings, isExhausted: () => true })),
    resisting: holes.flatMap(({ found, tried, goals, missing }, index) =>
      found === undefined && tried > 0
        ? [{ bin: bins[index]!, tried, reached: goals, missing: [...missing] }]
        : [],
    ),
    untried: holes.filter((hole) => hole.found === undefined && hole.tried === 0).length,
    file,
  };
}
