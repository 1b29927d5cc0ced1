import { counted, fittedTable, numberText, wrapped } from '../../base/text/index.js';
import { type PlannedTest, testId } from '../../harness/selection/index.js';
import type { Aimed } from './aim.js';
import { featureText } from './feature-text.js';

/** Advice for when no test hit the bin. */
const NEXT_STEP =
  'A longer --time tries more tests, and another --seed different ones. Runs named after the bin supply near misses to start from.';

/**
 * Describes how a search for a bin ended and what brought tests closer, in lines of at most `width` characters.
 *
 * @param rerunLine returns the command that reruns a test. This line is never wrapped
 */
export function aimText(
  bin: string,
  aimed: Aimed,
  rerunLine: (test: PlannedTest) => string,
  width = Number.POSITIVE_INFINITY,
): string {
  const { found, failed, tried, goals } = aimed;
  const result =
    found === undefined
      ? [
          `No test hit ${bin}: ${counted(tried, 'test')} tried.`,
          nearestLine(aimed, rerunLine),
          ...wrapped(NEXT_STEP, width),
        ]
      : [`${testId(found)} hits ${bin}, after ${counted(tried, 'test')}:`, `  ${rerunLine(found)}`];
  return [
    ...result,
    ...failed.map((test) => `Failed: ${testId(test)}: ${rerunLine(test)}`),
    '',
    ...wrapped(
      'Steps on the way, and the features that helped more than chance, by mutual information over the tests tried:',
      width,
    ),
    formatGoals(goals, width),
  ].join('\n');
}

function nearestLine({ nearest, goals }: Aimed, rerunLine: (test: PlannedTest) => string): string {
  if (nearest === undefined) return 'No test reached a step on the way.';
  const { test, goals: reached } = nearest;
  return `Nearest, ${reached} of ${counted(goals.length, 'step')}: ${testId(test)}: ${rerunLine(test)}`;
}

function formatGoals(goals: Aimed['goals'], width: number): string {
  return fittedTable(
    [
      { title: 'step' },
      { title: 'tests', align: 'right' },
      { title: 'feature' },
      { title: 'bits', align: 'right' },
      { title: 'with it', align: 'right' },
      { title: 'without', align: 'right' },
    ],
    goals.flatMap(({ name, tests, movers }) =>
      (movers.length === 0 ? [undefined] : movers).map((mover, index) => [
        index === 0 ? name : '',
        index === 0 ? numberText(tests) : '',
        ...(mover === undefined
          ? ['-', '', '', '']
          : [
              featureText(mover.feature),
              mover.bits.toFixed(3),
              formatPercent(mover.withIt),
              formatPercent(mover.without),
            ]),
      ]),
    ),
    width,
  );
}

function formatPercent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
