import {
  type BinRow,
  type CoverageData,
  type CoverageDifference,
  formatPercentage,
  getBinRows,
  summariseCoverage,
} from '../../coverage/index.js';
import { findBinIndex } from '../../harness/records/index.js';
import {
  type PastRun,
  type RunReport,
  type RunTestResult,
  readTestResults,
  restoreRequest,
} from '../../harness/run-directory/index.js';
import { formatReproLine, formatTestId } from '../../harness/selection/index.js';
import { isLoaded } from '../../harness/suite-files/index.js';
import { EXIT, type ExitCode, printNote, printResult } from '../../harness/terminal/index.js';
import { formatNumber, formatQuantity, formatTextTable } from '../../harness/text/index.js';
import type { Corpus } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { type CoverageRanking, rerunForHits } from './rank-coverage.js';

interface BinTest {
  readonly test: string;
  readonly hits: number;
  readonly repro: string;
}

interface BinTests {
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

/**
 * After a run of a suite file from `coverage rank`, checks whether its tests still cover as many bins as before, and
 * prints the result; with `json`, as a note, since the output must remain a single document. Does nothing for other
 * suites, or if a test failed or did not run.
 */
export function checkRankedRun({ request, tally, coverage }: RunReport, json: boolean): ExitCode {
  const { ranked, list = [] } = request;
  if (ranked === undefined || tally.passed < list.length) return EXIT.OK;
  const bins = summariseCoverage(coverage).hit;
  const text = `ranked    ${formatNumber(bins)} of ${formatQuantity(ranked.bins, 'bin')} covered`;
  if (json) printNote(text);
  else printResult(text);
  return bins >= ranked.bins ? EXIT.OK : EXIT.GATE;
}

/**
 * Formats the output of `coverage diff`: both scores, the covergroups whose scores changed, and the bins that are no
 * longer covered or newly covered.
 */
export function formatDifference({ before, after, changed, won: gained, lost }: CoverageDifference): string {
  const changedScores = after.groups.flatMap((group, i) => {
    const previous = before.groups[i]!;
    return previous.percent === group.percent
      ? []
      : [[group.name, formatScore(previous), formatScore(group)]];
  });
  return [
    formatTextTable(
      [{ title: 'covergroup' }, { title: 'before', align: 'right' }, { title: 'after', align: 'right' }],
      [...changedScores, ['all', formatScore(before), formatScore(after)]],
    ),
    '',
    ...(changed.length === 0 ? [] : [`Not compared, because the definition changed: ${changed.join(', ')}.`]),
    ...formatBins('no longer covered', lost),
    ...formatBins('newly covered', gained),
  ].join('\n');
}

/** Formats the output of `coverage rank`: the tests in order, and how much of the coverage they preserve. */
export function formatRanking(
  { ranked, covered, reached, candidates, work, strangers: skipped }: CoverageRanking,
  formatTest: (test: CoverageRanking['ranked'][number]['test']) => string,
): string {
  return [
    formatTextTable(
      [{ title: 'bins', align: 'right' }, { title: 'new', align: 'right' }, { title: 'test' }],
      ranked.map(({ test, completed, covered: total }) => [
        formatNumber(total),
        formatNumber(completed),
        formatTest(test),
      ]),
    ),
    '',
    `${formatNumber(reached)} of the ${formatNumber(covered)} covered bins reached by ${formatQuantity(ranked.length, 'test')}; ${formatQuantity(candidates, 'candidate')} rerun.`,
    `They account for ${formatWorkPercentage(ranked.at(-1)?.cost ?? 0, work)} of the candidates' work.`,
    ...(skipped === 0
      ? []
      : [
          `${formatQuantity(skipped, 'test')} skipped: tests from a suite file, or from outside "pops-tb run", cannot be rerun by name.`,
        ]),
  ].join('\n');
}

function formatWorkPercentage(part: number, total: number): string {
  return `${((100 * part) / Math.max(1, total)).toFixed(0)}%`;
}

/** Lists the tests that hit a bin, each with the command that reruns it. */
export function formatBinTests({ tests, complete }: BinTests): string {
  if (tests.length === 0) return 'No passing test hit this bin.';
  return [
    formatTextTable(
      [{ title: 'test' }, { title: 'hits', align: 'right' }, { title: 'reproduce' }],
      tests.map(({ test, hits, repro }) => [test, formatNumber(hits), repro]),
    ),
    ...(complete ? [] : ['More tests hit this bin; --count N lists N of them.']),
  ].join('\n');
}

/** The caveat shown with estimates for steered runs. */
export const STEERED_ESTIMATE =
  'Tests in a steered run are not drawn from one distribution, so the estimate is rough: it may be off by a factor of two.';

function formatBins(change: string, rows: readonly BinRow[]): string[] {
  return rows.length === 0
    ? [`Bins ${change}: none.`]
    : [
        `${formatQuantity(rows.length, 'bin')} ${change}:`,
        ...rows.map(({ group, item, bin }) => `  ${group}/${item}/${bin}`),
      ];
}

function formatScore(score: { readonly percent: number }): string {
  return formatPercentage(score.percent, 2);
}
