import { groupBy } from '../../arch/index.js';
import { formatTestId, type PlannedTest } from '../../harness/selection/index.js';
import type { SearchedHole, SearchResult } from '../../harness/steering/index.js';
import { fitTable, formatNumber, formatQuantity, makeColumns, wrapText } from '../../harness/text/index.js';

/** Maximum number of missed holes listed. */
const MAX_MISSED = 30;

/** The result of the search for one hole, with the name of its bin. */
interface NamedHole extends SearchedHole {
  readonly bin: string;
}

/**
 * Describes the result of a search for several holes: for each useful test, the command that reruns it and the holes
 * that it hits; then the remaining holes, nearest first.
 */
export function formatAimedHoles(
  holes: readonly NamedHole[],
  { tried, failed }: SearchResult,
  formatRerunLine: (test: PlannedTest) => string,
  width = Number.POSITIVE_INFINITY,
): string {
  if (holes.length === 0) return 'No holes: all matching bins are hit.';
  const hit = holes.filter(({ found }) => found !== undefined);
  const missed = holes
    .filter(({ found }) => found === undefined)
    .sort((a, b) => a.missing.length - b.missing.length);
  const byTest = groupBy(hit, ({ found }) => formatRerunLine(found!));
  return [
    `${formatNumber(hit.length)} of ${formatQuantity(holes.length, 'hole')} hit by ${formatQuantity(byTest.size, 'test')}; ${formatQuantity(tried, 'test')} tried.`,
    ...failed.map((test) => `Failed: ${formatRerunLine(test)}`),
    ...[...byTest].flatMap(([line, closedHoles]) => ['', line, ...closedHoles.map(({ bin }) => `  ${bin}`)]),
    ...(missed.length === 0
      ? []
      : ['', 'Not hit, nearest first:', formatMissed(missed.slice(0, MAX_MISSED), width)]),
    ...(missed.length > MAX_MISSED ? [`and ${formatQuantity(missed.length - MAX_MISSED, 'more hole')}`] : []),
  ].join('\n');
}

function formatMissed(missed: readonly NamedHole[], width: number): string {
  return fitTable(
    makeColumns('steps reached', '>tests tried', 'bin'),
    missed.map(({ bin, tried, reached, missing }) => [
      `${reached} of ${reached + missing.length}`,
      formatNumber(tried),
      bin,
    ]),
    width,
  );
}

/** Advice shown if no test hit the bin. */
const NEXT_STEP =
  'A longer --time tries more tests, and a different --seed tries other tests. Add run directories after the bin to start from their near misses.';

/**
 * Describes how a search for a bin ended and what helped tests get closer, in lines of at most `width` characters.
 *
 * @param formatRerunLine returns the command that reruns a test. This line is never wrapped
 */
export function formatAimResult(
  bin: string,
  { holes: [hole], failed, tried, goals }: SearchResult,
  formatRerunLine: (test: PlannedTest) => string,
  width = Number.POSITIVE_INFINITY,
): string {
  const { found } = hole!;
  const result =
    found === undefined
      ? [
          `No test hit ${bin}: ${formatQuantity(tried, 'test')} tried.`,
          formatNearest(hole!, formatRerunLine),
          ...wrapText(NEXT_STEP, width),
        ]
      : [
          `${formatTestId(found)} hits ${bin}, after ${formatQuantity(tried, 'test')}:`,
          `  ${formatRerunLine(found)}`,
        ];
  return [
    ...result,
    ...failed.map((test) => `Failed: ${formatTestId(test)}: ${formatRerunLine(test)}`),
    '',
    ...wrapText(
      'Steps towards the bin, with the features that helped significantly (mutual information across all tests tried):',
      width,
    ),
    formatGoals(goals, width),
  ].join('\n');
}

function formatNearest(
  { nearest, reached, missing }: SearchedHole,
  formatRerunLine: (test: PlannedTest) => string,
): string {
  if (nearest === undefined) return 'No test reached any of the steps.';
  return `Nearest, ${reached} of ${formatQuantity(reached + missing.length, 'step')}: ${formatTestId(nearest)}: ${formatRerunLine(nearest)}`;
}

function formatGoals(goals: SearchResult['goals'], width: number): string {
  return fitTable(
    makeColumns('step', '>tests', 'feature', '>information', '>with it', '>without'),
    goals.flatMap(({ name, tests, movers: predictors }) =>
      (predictors.length === 0 ? [undefined] : predictors).map((predictor, index) => [
        index === 0 ? name : '',
        index === 0 ? formatNumber(tests) : '',
        ...(predictor === undefined
          ? ['-', '', '', '']
          : [
              predictor.feature,
              `${predictor.bits.toFixed(3)} bits`,
              formatPercent(predictor.withIt),
              formatPercent(predictor.without),
            ]),
      ]),
    ),
    width,
  );
}

function formatPercent(fraction: number): string {
  return `${Math.round(100 * fraction)}%`;
}
