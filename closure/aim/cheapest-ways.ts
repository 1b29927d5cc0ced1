import { printNote } from '../../base/terminal/index.js';
import {
  type CoverageData,
  type CoverageModel,
  findCheapestHoles,
  summariseCoverage,
} from '../../coverage/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { isRunDirectory, openPastRun } from '../../harness/run-directory/index.js';
import { type HoleSuggestion, suggestWaysToCloseHoles } from './hole-ways.js';

/**
 * Suggests how to close the coverage holes that are easiest to reach, using the data and the log of the first run
 * directory in `paths`. Prints the reason if there are no suggestions.
 */
export function suggestWaysToCloseCheapestHoles(
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
        ? 'No suggestions: no test passed without an injected fault, so no coverage is counted'
        : 'No suggestions: no test came close to hitting an uncovered bin',
    );
  const directory = paths.find(isRunDirectory);
  const past = directory === undefined ? undefined : openPastRun(directory);
  return suggestWaysToCloseHoles(holes, data, past, openCorpus());
}
