import { counted, numberText, textTable } from '../../base/text/index.js';
import { type BinRow, type CoverageDifference, percentText, type Saturation } from '../../coverage/index.js';
import type { RankedProof } from './prove-ranked.js';
import type { CoverageRanking } from './rank-coverage.js';
import type { TestsOfBin } from './tests-of-bin.js';

/**
 * Formats the output of `coverage diff`: both scores, the covergroups whose scores changed, and the bins that are no
 * longer covered or newly covered.
 */
export function differenceText({ before, after, changed, won, lost }: CoverageDifference): string {
  const changedScores = after.groups.flatMap((group, i) => {
    const earlier = before.groups[i]!;
    return earlier.percent === group.percent ? [] : [[group.name, scoreText(earlier), scoreText(group)]];
  });
  return [
    textTable(
      [{ title: 'covergroup' }, { title: 'before', align: 'right' }, { title: 'after', align: 'right' }],
      [...changedScores, ['all', scoreText(before), scoreText(after)]],
    ),
    '',
    ...(changed.length === 0 ? [] : [`Not compared, because the definition changed: ${changed.join(', ')}.`]),
    ...formatBins('no longer covered', lost),
    ...formatBins('newly covered', won),
  ].join('\n');
}

/** Formats the output of `coverage rank`: the tests in order, and how much of the coverage they reach. */
export function rankingText(
  { ranked, covered, reached, candidates, work, faults, kills, strangers }: CoverageRanking,
  testLine: (test: CoverageRanking['ranked'][number]['test']) => string,
): string {
  return [
    textTable(
      [{ title: 'bins', align: 'right' }, { title: 'new', align: 'right' }, { title: 'test' }],
      ranked.map(({ test, completed, covered: sum }) => [
        numberText(sum),
        numberText(completed),
        testLine(test),
      ]),
    ),
    '',
    `${numberText(reached)} of the ${numberText(covered)} covered bins reached by ${counted(ranked.length, 'test')}; ${counted(candidates, 'candidate')} ran again.`,
    `They do ${formatShare(ranked.at(-1)?.cost ?? 0, work)} of the candidates' work.`,
    ...(faults.length === 0
      ? []
      : [`They kill ${numberText(kills.length)} of ${counted(faults.length, 'fault')}.`]),
    ...(strangers === 0
      ? []
      : [
          `${counted(strangers, 'test')} omitted, since they cannot run again by name: they are from a suite file, or not from "pops-tb run".`,
        ]),
  ].join('\n');
}

/** Describes, in one line, how much a ranked suite's tests still cover and kill. */
export function rankedProofText({ claim, bins, missed }: RankedProof): string {
  const killed = claim.kills.length - missed.length;
  const kills =
    claim.kills.length === 0
      ? 'faults not ranked'
      : `${numberText(killed)} of ${counted(claim.kills.length, 'fault')} killed`;
  const counts = `${numberText(bins)} of ${counted(claim.bins, 'bin')} covered, ${kills}`;
  const lost = missed.length === 0 ? '' : ` (not ${missed.join(', ')})`;
  return `ranked    ${counts}${lost}`;
}

function formatShare(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(0)}%`;
}

/** Lists the tests that hit a bin, each with the command that reruns it. */
export function testsOfBinText({ tests, complete }: TestsOfBin): string {
  if (tests.length === 0) return 'No passing test hit this bin.';
  return [
    textTable(
      [{ title: 'test' }, { title: 'hits', align: 'right' }, { title: 'reproduce' }],
      tests.map(({ test, hits, repro }) => [test, numberText(hits), repro]),
    ),
    ...(complete ? [] : ['More tests hit this bin; --count N lists N of them.']),
  ].join('\n');
}

/** A caveat about estimates for steered runs. */
export const STEERED_ESTIMATE =
  'Tests of a steered run are not drawn from one distribution, so the estimate is rough: it may be off by a factor of two.';

/** Describes how much coverage more tests would add. `steered` means that coverage guided the choice of some tests. */
export function saturationText({ tests, curve, onlyOnce, expectedNew }: Saturation, steered = false): string {
  if (tests === 0) return 'No test passed without an injected fault, so nothing is counted.';
  return [
    textTable(
      [
        { title: 'tests', align: 'right' },
        { title: 'bins hit', align: 'right' },
        { title: 'new bins per 1,000 tests', align: 'right' },
      ],
      curve.map((point, i) => {
        const from = curve[i - 1] ?? { tests: 0, bins: 0 };
        const rate = (1000 * (point.bins - from.bins)) / (point.tests - from.tests);
        return [numberText(point.tests), numberText(point.bins), rate.toFixed(1)];
      }),
    ),
    '',
    `${counted(onlyOnce.length, 'bin')} hit by only one test. ${counted(tests, 'more test')} would probably add about ${counted(Math.round(expectedNew), 'bin')}.`,
    ...(steered ? [STEERED_ESTIMATE] : []),
  ].join('\n');
}

function formatBins(change: string, rows: readonly BinRow[]): string[] {
  return rows.length === 0
    ? [`Bins ${change}: none.`]
    : [
        `${counted(rows.length, 'bin')} ${change}:`,
        ...rows.map(({ group, item, bin }) => `  ${group}/${item}/${bin}`),
      ];
}

function scoreText(score: { readonly percent: number }): string {
  return percentText(score.percent, 2);
}
