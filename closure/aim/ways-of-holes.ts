import { printNote } from '../../base/terminal/index.js';
import {
  type CoverageData,
  type CoverageModel,
  cheapestHoles,
  coverageSummary,
} from '../../coverage/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { isRunDirectory, openPastRun } from '../../harness/run-directory/index.js';
import { type HoleWay, holeWays } from './hole-ways.js';

/**
 * Finds ways to hit the model's cheapest holes, using the data and the log of the first run directory in `paths`.
 * Prints the reason if there are none.
 */
export function waysOfHoles(
  data: CoverageData,
  model: CoverageModel,
  paths: readonly string[],
  count: number,
): HoleWay[] {
  const { passed } = coverageSummary(data, model).tests;
  const holes = cheapestHoles(data, passed, model).slice(0, count);
  if (holes.length === 0)
    printNote(
      passed === 0
        ? 'No ways to holes: no test passed without an injected fault, so no coverage is counted'
        : 'No ways to holes: no test came close to one',
    );
  const directory = paths.find(isRunDirectory);
  const past = directory === undefined ? undefined : openPastRun(directory);
  return holeWays(holes, data, past, openCorpus());
}
