import {
  type BinRow,
  type CoverageDifference,
  formatPercentage,
  summariseCoverage,
} from '../../coverage/index.js';
import { formatBinName } from '../../harness/records/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { EXIT, type ExitCode, printNote, printResult } from '../../harness/terminal/index.js';
import { formatNumber, formatQuantity, formatTextTable, makeColumns } from '../../harness/text/index.js';
import type { CoverageRanking } from './rank-coverage.js';

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
    formatTextTable(makeColumns('covergroup', '>before', '>after'), [
      ...changedScores,
      ['all', formatScore(before), formatScore(after)],
    ]),
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
      makeColumns('>bins', '>new', 'test'),
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

/** The caveat shown with estimates for steered runs. */
export const STEERED_ESTIMATE =
  'Tests in a steered run are not drawn from one distribution, so the estimate is rough: it may be off by a factor of two.';

function formatBins(change: string, rows: readonly BinRow[]): string[] {
  return rows.length === 0
    ? [`Bins ${change}: none.`]
    : [`${formatQuantity(rows.length, 'bin')} ${change}:`, ...rows.map((row) => `  ${formatBinName(row)}`)];
}

function formatScore(score: { readonly percent: number }): string {
  return formatPercentage(score.percent, 2);
}
