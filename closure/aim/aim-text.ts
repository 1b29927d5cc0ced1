import { groupBy } from '../../arch/index.js';
import { formatTestId, type PlannedTest } from '../../harness/selection/index.js';
import type { AimedHole, AimedHoles, AimResult } from '../../harness/steering/index.js';
import { fitTable, formatNumber, formatQuantity, wrapText } from '../../harness/text/index.js';
import { describeFeature } from './ways-text.js';

/** Maximum number of missed holes listed. */
const MAX_MISSED = 30;

/** The result of the search for one hole, with the name of its bin. */
interface NamedHole extends AimedHole {
  readonly bin: string;
}

/**
 * Describes the result of a search for several holes: for each useful test, the command that reruns it and the holes
 * that it hits; then the remaining holes, nearest first.
 */
export function formatAimedHoles(
  { holes, tried, failed }: Omit<AimedHoles, 'holes'> & { readonly holes: readonly NamedHole[] },
  formatRerunLine: (test: PlannedTest) => string,
  width = Number.POSITIVE_INFINITY,
): string {
  if (holes.length === 0) return 'No holes: all matching bins are hit.';
  const hit = holes.filter(({ found }) => found !== undefined);
  const missed = holes
    .filter(({ found }) => found === undefined)
    .sort((a, b) => countMissingSteps(a) - countMissingSteps(b));
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

/** Returns the number of steps that the nearest test did not reach. */
function countMissingSteps({ goals, steps }: NamedHole): number {
  return steps - goals;
}

function formatMissed(missed: readonly NamedHole[], width: number): string {
  return fitTable(
    [{ title: 'steps reached' }, { title: 'tests tried', align: 'right' }, { title: 'bin' }],
    missed.map(({ bin, tried, goals, steps }) => [`${goals} of ${steps}`, formatNumber(tried), bin]),
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
  aimed: AimResult,
  formatRerunLine: (test: PlannedTest) => string,
  width = Number.POSITIVE_INFINITY,
): string {
  const { found, failed, tried, goals } = aimed;
  const result =
    found === undefined
      ? [
          `No test hit ${bin}: ${formatQuantity(tried, 'test')} tried.`,
          formatNearest(aimed, formatRerunLine),
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
  { nearest, goals }: AimResult,
  formatRerunLine: (test: PlannedTest) => string,
): string {
  if (nearest === undefined) return 'No test reached any of the steps.';
  const { test, goals: reached } = nearest;
  return `Nearest, ${reached} of ${formatQuantity(goals.length, 'step')}: ${formatTestId(test)}: ${formatRerunLine(test)}`;
}

function formatGoals(goals: AimResult['goals'], width: number): string {
  return fitTable(
    [
      { title: 'step' },
      { title: 'tests', align: 'right' },
      { title: 'feature' },
      { title: 'bits', align: 'right' },
      { title: 'with it', align: 'right' },
      { title: 'without', align: 'right' },
    ],
    goals.flatMap(({ name, tests, movers: predictors }) =>
      (predictors.length === 0 ? [undefined] : predictors).map((predictor, index) => [
        index === 0 ? name : '',
        index === 0 ? formatNumber(tests) : '',
        ...(predictor === undefined
          ? ['-', '', '', '']
          : [
              describeFeature(predictor.feature),
              predictor.bits.toFixed(3),
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
