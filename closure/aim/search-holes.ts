import { existsSync } from 'node:fs';
import { COVERAGE_MODEL } from '../../coverage/index.js';
import { matchesGlob, readSeed } from '../../harness/basics/index.js';
import { loadStoredReport } from '../../harness/run-directory/index.js';
import { formatTestId, type PlannedTest } from '../../harness/selection/index.js';
import { getAimTarget, searchForHoles } from '../../harness/steering/index.js';
import { formatNumber, formatQuantity } from '../../harness/text/index.js';
import type { HoleSearchResult } from '../../harness/triage-findings/index.js';
import { deriveSeed, formatSeed, type Seed } from '../../transactions/index.js';
import { pinTestId, readPinnedSuite } from '../rank/index.js';
import { buildTestplan } from '../testplan/index.js';
import {
  findKnownTests,
  formatRerunCommand,
  openSource,
  rankHolesByCost,
  writeTargetedSuite,
} from './coverage-aim.js';
import { sortHolesByValue } from './important-holes.js';

const SEED = readSeed('0x1ef7');

/**
 * Searches for a `nightly` test that hits an excluded bin, and returns the number of tests tried.
 *
 * @throws Error if a test hits the bin, which disproves the reason for its exclusion.
 */
export function searchExcluded(bin: string, tests: number): number {
  const { holes, tried } = searchForHoles({
    ...openSource(SEED),
    targets: [getAimTarget(bin, { excluded: true })],
    findKnown: () => [],
    shouldStop: (testCount) => testCount >= tests,
  });
  const { found } = holes[0]!;
  if (found !== undefined)
    throw new Error(`${bin} is excluded, but ${formatTestId(found)} of seed ${formatSeed(SEED)} hits it`);
  return tried;
}

/** Maximum number of tests in the suite. The newest ones are kept. */
const MAX_TESTS = 200;

/**
 * Returns the tests that closed holes or failed during a search on earlier nights, newest first. Returns an empty list
 * if the file does not exist. Throws `UsageError` if the file cannot be read.
 */
export function readClosingTests(file: string): readonly PlannedTest[] {
  return existsSync(file) ? readPinnedSuite(file).tests : [];
}

/** Prepends tests to the suite. If the file cannot be read, throws `UsageError` and leaves it unchanged. */
export function addClosingTests(file: string, newTests: readonly PlannedTest[], seed: Seed): void {
  const root = formatSeed(seed);
  const ids = [...newTests, ...readClosingTests(file)].map((test) => pinTestId(formatTestId(test), root));
  if (ids.length === 0) return;
  const newestIds = [...new Set(ids)].slice(0, MAX_TESTS);
  const text =
    'tests from earlier nights that closed coverage holes or failed during the search; the next nightly run starts with them';
  writeTargetedSuite(file, text, newestIds, seed);
}

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
  const ranked = rankHolesByCost(report.coverage, COVERAGE_MODEL).keys();
  const bins = sortHolesByValue(ranked, buildTestplan([report])).filter(
    (bin) => !waived.some((glob) => matchesGlob(bin, glob)),
  );
  // The search has its own seed, so its tests differ from those of the run and of other nightly runs.
  const seed = deriveSeed(report.request.seed, 'closing', 0);
  const source = openSource(seed);
  const hits: PlannedTest[] = [];
  let lastPrinted = 0;
  const { holes, tried, failed } = searchForHoles({
    ...source,
    findKnown: (target) => findKnownTests(target, source.sequences, report.coverage),
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
    failed: failed.map(formatRerunCommand),
    resisting: holes.flatMap(({ found, tried, reached, missing }, index) =>
      found === undefined && tried > 0 ? [{ bin: bins[index]!, tried, reached, missing: [...missing] }] : [],
    ),
    untried: holes.filter((hole) => hole.found === undefined && hole.tried === 0).length,
    file,
  };
}
