import { type Aimed, type PlannedTest, testId } from '../../regression/index.js';
import { counted } from '../counted.js';
import { textTable } from '../table.js';

/** How a search for a bin ended, and what moved tests nearer; `lineOf` gives the line that runs a test again. */
export function aimText(bin: string, aimed: Aimed, lineOf: (test: PlannedTest) => string): string {
  const { found, nearest, failed, tried, movers } = aimed;
  const how =
    found === undefined
      ? [`No test hit ${bin}: ${counted(tried, 'test')} tried.`, ...nearestLines(nearest, lineOf)]
      : [`${testId(found)} hits ${bin}, after ${counted(tried, 'test')}:`, `  ${lineOf(found)}`];
  return [
    ...how,
    ...failed.map((test) => `Failed: ${testId(test)}: ${lineOf(test)}`),
    ...(movers.length === 0 ? [] : ['', 'What moved tests nearest, by mutual information over those tried:']),
    ...(movers.length === 0 ? [] : [moversTable(movers)]),
  ].join('\n');
}

function nearestLines(nearest: Aimed['nearest'], lineOf: (test: PlannedTest) => string): string[] {
  if (nearest === undefined || nearest.near === 0)
    return ['No test came near: none hit a bin beside it, or one that it is made of.'];
  return [`Nearest (${nearest.near.toFixed(2)} of 1): ${testId(nearest.test)}: ${lineOf(nearest.test)}`];
}

function moversTable(movers: Aimed['movers']): string {
  return textTable(
    [
      { title: 'bits', align: 'right' },
      { title: 'nearest with it', align: 'right' },
      { title: 'without', align: 'right' },
      { title: 'feature' },
    ],
    movers.map(({ bits, withIt, without, feature }) => [
      bits.toFixed(3),
      part(withIt),
      part(without),
      feature,
    ]),
  );
}

function part(share: number): string {
  return `${Math.round(100 * share)} %`;
}
