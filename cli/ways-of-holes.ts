import { type CoverageData, type CoverageModel, cheapestHoles, coverageSummary } from '../coverage/index.js';
import { type HoleWay, holeWays, isRunDirectory, openCorpus, openPastRun } from '../regression/index.js';

/** Ways to the cheapest holes of the model, learned from the first of the paths that is a run directory. */
export function waysOfHoles(
  data: CoverageData,
  model: CoverageModel,
  paths: readonly string[],
  count: number,
): HoleWay[] {
  const { passed } = coverageSummary(data, model).tests;
  const bins = cheapestHoles(data, passed, model)
    .slice(0, count)
    .map(({ row }) => `${row.group}/${row.item}/${row.bin}`);
  const directory = paths.find(isRunDirectory);
  const past = directory === undefined ? undefined : openPastRun(directory);
  return holeWays(bins, data, past, openCorpus());
}
