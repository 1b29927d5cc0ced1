import { printNote } from '../../base/terminal/index.js';
import {
  type CoverageData,
  type CoverageModel,
  findCheapestHoles,
  summariseCoverage,
} from '../../coverage/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { isRunDirectory, openPastRun } from '../../harness/run-directory/index.js';
import { type HoleSuggestion, suggestHoleHits } from './hole-ways.js';

/**
 * Suggests how to hit the model's cheapest holes, using the data and the log of the first run directory in `paths`.
 * Prints the reason if there are none.
 */
export function suggestCheapestHoleHits(
  data: CoverageData,
  model: CoverageModel,
  paths: readonly string[],
  count: number,
): HoleSuggestion[] {
  const { passed } = summariseCoverage(data, model).tests;
  const holes = findCheapestHoles(data, passed, model).slice(0, count);
  if (holes.length === 0)
    printNote(
      passed === 0
        ? 'No suggestions for holes: no test passed without an injected fault, so no coverage is counted'
        : 'No suggestions for holes: no test came close to one',
    );
  const directory = paths.find(isRunDirectory);
  const past = directory === undefined ? undefined : openPastRun(directory);
  return suggestHoleHits(holes, data, past, openCorpus());
}
