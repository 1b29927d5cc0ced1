import { chipOf, findMin } from '../../arch/index.js';
import {
  type BinRow,
  type CoverageData,
  type CoverageModel,
  findCheapestHoles,
  findHoles,
  getBinRows,
  type RankedHole,
  summariseCoverage,
  type TestReference,
} from '../../coverage/index.js';
import { generateTest } from '../../harness/one-test/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { isRunDirectory, openPastRun, type PastRun } from '../../harness/run-directory/index.js';
import { findSequence } from '../../harness/selection/index.js';
import { type AimGoal, extractFeatures, getAimTarget, isRequestable } from '../../harness/steering/index.js';
import { printNote } from '../../harness/terminal/index.js';
import type { Corpus } from '../../stimulus/index.js';
import { estimateLoggedSteps, type LoggedSteps, type LoggedTest } from './logged-steps.js';
import { findStepPredictors, type GetFeatures, type StepPredictors } from './step-movers.js';

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

/** A step towards a hole, and how many past tests reached it. */
interface ReachedStep {
  readonly step: string;
  /** Number of passing tests that hit the step's bin, or the most frequently hit of its bins. */
  readonly tests: number;
  readonly first?: TestReference;
}

/**
 * Expected cost of hitting half of the holes similar to this one: the number of further tests similar to those in the
 * data, and the worker time in seconds.
 */
interface HoleCost {
  /** Absent if there is not enough data. */
  readonly tests?: number;
  /** Absent if no run recorded test times. */
  readonly seconds?: number;
}

/** How to hit a hole, based on the nearby bins that past tests hit. */
export interface HoleSuggestion {
  /** `GROUP/ITEM/BIN`. */
  readonly bin: string;
  readonly cost: HoleCost;
  readonly steps: readonly ReachedStep[];
  /** Whether a test log was available; a coverage file does not record which test hit which bin. */
  readonly hasLog: boolean;
  /**
   * The predictors: features that favour the rarest reached step. Absent without a log, or if too few tests reached any
   * step.
   */
  readonly movers?: StepPredictors;
}

/** The minimum number of tests that must reach a step for it to be analysed. */
const MIN_REACHED = 5;

/** The name of the final step towards a combination. */
const ALL_PARTS_STEP = 'all parts in one test';

/**
 * Suggests how to hit holes, using coverage data and the log of a run. The log records hits per batch. The
 * features of a test are those of its scenario, which is regenerated from the sequence and seed.
 */
function suggestWaysToCloseHoles(
  holes: readonly RankedHole[],
  data: CoverageData,
  past: PastRun | undefined,
  corpus: Corpus,
): HoleSuggestion[] {
  const rows = getBinRows(data);
  const bins = holes.map(({ row: { group, item, bin } }) => `${group}/${item}/${bin}`);
  const targets = bins.map((bin) => getAimTarget(bin).goals);
  const allGoals = targets.flat();
  const logged = past === undefined ? undefined : estimateLoggedSteps(past, allGoals);
  const features = cacheFeatures(corpus);
  return targets.map((goals, index): HoleSuggestion => {
    const reachedSteps = goals.map((goal) => countReached(goal, rows));
    const bin = bins[index]!;
    const { tests } = holes[index]!;
    const cost = tests === undefined ? {} : { tests, ...estimateTime(tests, logged) };
    if (logged === undefined) return { bin, cost, steps: reachedSteps, hasLog: false };
    const rarest = findRarest(reachedSteps);
    const rarestGoal = rarest === undefined ? -1 : allGoals.indexOf(goals[rarest]!);
    const parts = goals.filter(({ isComponentBin }) => isComponentBin).map((goal) => allGoals.indexOf(goal));
    const required = parts
      .filter((part) => part !== rarestGoal)
      .map((part) => ({ name: allGoals[part]!.name, index: part }));
    return {
      bin,
      cost,
      steps: [...reachedSteps, ...findCombinedStep(logged, parts)],
      hasLog: true,
      ...(rarest === undefined
        ? {}
        : { movers: findStepPredictors(reachedSteps[rarest]!.step, rarestGoal, required, logged, features) }),
    };
  });
}

/** Counts the tests that reached a step. If the step has several bins, the most frequently hit one counts. */
function countReached({ name, bins }: AimGoal, rows: readonly BinRow[]): ReachedStep {
  const { tests, first } = bins
    .map((bin) => rows[bin]!.passed)
    .reduce((max, counts) => (counts.tests > max.tests ? counts : max));
  return { step: name, tests, ...(first === undefined ? {} : { first }) };
}

/** Estimates the time for a number of tests from the mean of the known times. */
function estimateTime(tests: number, logged: LoggedSteps | undefined): Pick<HoleCost, 'seconds'> {
  const times = logged?.tests.flatMap(({ seconds }) => seconds ?? []) ?? [];
  if (times.length === 0) return {};
  return { seconds: (tests * times.reduce((sum, seconds) => sum + seconds, 0)) / times.length };
}

/**
 * Returns the final step: a test that reached every part of the combination, though not necessarily at the same time.
 * Returns an empty list if no test in the log is known to have done so.
 */
function findCombinedStep({ tests }: LoggedSteps, parts: readonly number[]): ReachedStep[] {
  const reachingTests = tests.filter(({ reached }) => parts.every((part) => reached[part] === 1));
  return parts.length === 0 || reachingTests.length === 0
    ? []
    : [{ step: ALL_PARTS_STEP, tests: reachingTests.length, first: reachingTests[0]!.reference }];
}

/**
 * Returns the index of the step that the fewest tests reached, among the steps with enough tests, or undefined
 * if there are none.
 */
function findRarest(steps: readonly ReachedStep[]): number | undefined {
  const tests = steps.map((step) => (step.tests < MIN_REACHED ? Number.POSITIVE_INFINITY : step.tests));
  const fewest = findMin(tests);
  return Number.isFinite(fewest) ? tests.indexOf(fewest) : undefined;
}

/** Returns a function that computes the requestable features of a test, except pairs, and caches them. */
function cacheFeatures(corpus: Corpus): GetFeatures {
  const cache = new Map<LoggedTest, ReadonlySet<string>>();
  return (logged) => {
    const cached = cache.get(logged);
    if (cached !== undefined) return cached;
    const { test, suite, overrides } = logged;
    const sequence = findSequence(test.sequence, suite);
    const scenario = generateTest({ sequence, seed: test.seed, overrides, corpus });
    const singleFeatures = [...extractFeatures(scenario)].filter(
      (feature) => !feature.includes('&') && isRequestable(feature),
    );
    const testFeatures = new Set([`generation=${chipOf(scenario.chip).gfx}`, ...singleFeatures]);
    cache.set(logged, testFeatures);
    return testFeatures;
  };
}
