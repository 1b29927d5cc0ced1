import {
  type BinRow,
  type CoverageData,
  type CoverageModel,
  findCheapestHoles,
  findHoles,
  getBinRows,
  summariseCoverage,
  type TestReference,
} from '../../coverage/index.js';
import { isRunDirectory, openPastRun, readTestResults } from '../../harness/run-directory/index.js';
import { type AimGoal, getAimTarget } from '../../harness/steering/index.js';
import { printNote } from '../../harness/terminal/index.js';

/** Returns the names of the holes, cheapest first. Holes with an unknown likelihood come last. */
export function listHolesByCost(data: CoverageData, model: CoverageModel): string[] {
  const cheapest = findCheapestHoles(data, summariseCoverage(data, model).tests.passed, model);
  return [
    ...new Set([...cheapest.map(({ row }) => formatName(row)), ...findHoles(data, model).map(formatName)]),
  ];
}

function formatName({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}

/**
 * Suggests how to close the coverage holes that are easiest to reach, using the data and the test times of the first
 * run directory in `paths`. Prints the reason if there are no suggestions.
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
  const rows = getBinRows(data);
  const directory = paths.find(isRunDirectory);
  const seconds = holes.length === 0 || directory === undefined ? undefined : computeMeanSeconds(directory);
  return holes.map(({ row, tests }): HoleSuggestion => {
    const bin = formatName(row);
    const cost = tests === undefined ? {} : { tests, ...(seconds && { seconds: tests * seconds }) };
    return { bin, cost, steps: getAimTarget(bin).goals.map((goal) => countReached(goal, rows)) };
  });
}

/** A step towards a hole, and how many past tests reached it. */
interface ReachedStep {
  readonly step: string;
  /** Number of passing tests that hit the step's bin, or the most frequently hit of its bins. */
  readonly tests: number;
  readonly first?: TestReference;
}

/** How to hit a hole, based on the nearby bins that past tests hit. */
export interface HoleSuggestion {
  /** `GROUP/ITEM/BIN`. */
  readonly bin: string;
  /**
   * Expected cost of hitting half of the holes similar to this one: the number of further tests similar to those in the
   * data (absent if there is not enough data), and the worker time in seconds (absent if no run recorded test times).
   */
  readonly cost: { readonly tests?: number; readonly seconds?: number };
  readonly steps: readonly ReachedStep[];
}

/** Counts the tests that reached a step. If the step has several bins, the most frequently hit one counts. */
function countReached({ name, bins }: AimGoal, rows: readonly BinRow[]): ReachedStep {
  const { tests, first } = bins
    .map((bin) => rows[bin]!.passed)
    .reduce((max, counts) => (counts.tests > max.tests ? counts : max));
  return { step: name, tests, ...(first === undefined ? {} : { first }) };
}

/** Returns the mean time of a run's passed tests; undefined if none is known. */
function computeMeanSeconds(directory: string): number | undefined {
  const times = readTestResults(openPastRun(directory)).flatMap(({ outcome, seconds }) =>
    outcome === 'passed' && seconds !== undefined ? [seconds] : [],
  );
  return times.length === 0 ? undefined : times.reduce((sum, time) => sum + time, 0) / times.length;
}
