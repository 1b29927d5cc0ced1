import { fitTable, formatNumber, formatQuantity, wrapText } from '../../base/text/index.js';
import { formatTestId, type PlannedTest } from '../../harness/selection/index.js';
import type { AimResult } from './aim.js';
import { describeFeature } from './feature-text.js';

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
