import { formatNumber, formatQuantity, formatTextTable } from '../../base/text/index.js';
import {
  type BinRow,
  type CoverageDifference,
  formatPercentage,
  type Saturation,
} from '../../coverage/index.js';
import type { BinTests } from './bin-tests.js';
import type { RankedCheck } from './prove-ranked.js';
import type { CoverageRanking } from './rank-coverage.js';

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
  { ranked, covered, reached, candidates, work, faults, kills, strangers: skipped }: CoverageRanking,
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
    ...(faults.length === 0
      ? []
      : [`They kill ${formatNumber(kills.length)} of ${formatQuantity(faults.length, 'fault')}.`]),
    ...(skipped === 0
      ? []
      : [
          `${formatQuantity(skipped, 'test')} skipped: tests from a suite file, or from outside "pops-tb run", cannot be rerun by name.`,
        ]),
  ].join('\n');
}

/** Describes, in one line, how many bins a ranked suite still covers and how many faults it still kills. */
export function formatRankedCheck({ claim, bins, missed }: RankedCheck): string {
  const killed = claim.kills.length - missed.length;
  const kills =
    claim.kills.length === 0
      ? 'no faults to kill'
      : `${formatNumber(killed)} of ${formatQuantity(claim.kills.length, 'fault')} killed`;
  const counts = `${formatNumber(bins)} of ${formatQuantity(claim.bins, 'bin')} covered, ${kills}`;
  const missedNote = missed.length === 0 ? '' : ` (survived: ${missed.join(', ')})`;
  return `ranked    ${counts}${missedNote}`;
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

/** Describes how much coverage more tests would add. `steered` means that coverage guided the choice of some tests. */
export function formatSaturation(
  { tests, curve, onlyOnce, expectedNew }: Saturation,
  steered = false,
): string {
  if (tests === 0) return 'No fault-free test passed, so there is nothing to count.';
  return [
    formatTextTable(
      [
        { title: 'tests', align: 'right' },
        { title: 'bins hit', align: 'right' },
        { title: 'new bins per 1,000 tests', align: 'right' },
      ],
      curve.map((point, i) => {
        const previous = curve[i - 1] ?? { tests: 0, bins: 0 };
        const rate = (1000 * (point.bins - previous.bins)) / (point.tests - previous.tests);
        return [formatNumber(point.tests), formatNumber(point.bins), rate.toFixed(1)];
      }),
    ),
    '',
    `${formatQuantity(onlyOnce.length, 'bin')} hit by only one test. ${formatQuantity(tests, 'more test')} would probably add about ${formatQuantity(Math.round(expectedNew), 'bin')}.`,
    ...(steered ? [STEERED_ESTIMATE] : []),
  ].join('\n');
}

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
