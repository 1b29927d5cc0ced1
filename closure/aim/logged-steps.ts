import { COVERAGE_MODEL, type CoverageData, type TestReference } from '../../coverage/index.js';
import { OUTCOMES } from '../../harness/records/index.js';
import {
  makeCoverageRunId,
  type PastRun,
  type RunTestResult,
  readTestResults,
  restoreRequest,
} from '../../harness/run-directory/index.js';
import { formatTestId, type Overrides, type PlannedTest } from '../../harness/selection/index.js';
import type { AimGoal } from '../../harness/steering/index.js';

/**
 * A test that passed in a past run, with the likelihood that it reached each step. The log records coverage per batch:
 * how many of its tests hit a bin, and the first test that did. That test certainly reached the step, and the tests
 * before it certainly did not. For the tests after it, the likelihood is estimated.
 */
export interface LoggedTest {
  readonly test: PlannedTest;
  readonly reference: TestReference;
  readonly suite: string;
  readonly overrides: Overrides;
  /** Host time in seconds, or undefined if unknown. */
  readonly seconds: number | undefined;
  /**
   * One likelihood per step. 1 means the step was certainly reached. 0 means it certainly was not, but only for steps
   * with a single bin.
   */
  readonly reached: readonly number[];
}

/** Totals for one sequence: test count, time, and how many tests reached each step. */
interface SequenceStats {
  tests: number;
  seconds: number;
  readonly reached: number[];
}

/** The tests in a batch that reached a step: at least `tests` of them, starting at plan position `first`. */
interface BatchStep {
  readonly tests: number;
  readonly first: number;
}

/** The passed tests in a batch, in plan order, and which of them reached each step. */
interface BatchLog {
  readonly tests: readonly RunTestResult[];
  readonly steps: readonly BatchStep[];
}

/** Upper bound for estimates, since 1 means certain. */
const MAX_ESTIMATE = 0.99;

/** Number of iterations used to estimate per-sequence rates. Single-test batches need no estimate. */
const ROUNDS = 4;
const PASSED = OUTCOMES.indexOf('passed');

/** The tests and sequences of a run, with the steps they reached. */
export interface LoggedSteps {
  readonly tests: readonly LoggedTest[];
  readonly bySequence: ReadonlyMap<string, SequenceStats>;
}

/** Estimates which tests of a run reached each of these steps, and how often each sequence did. */
export function estimateLoggedSteps(past: PastRun, steps: readonly AimGoal[]): LoggedSteps {
  const request = restoreRequest(past.manifest, past.directory, 1);
  const { suite, overrides } = request;
  const run = makeCoverageRunId(request);
  const batches = readBatches(past, steps);
  let rates = estimateRates(batches, () => 1);
  for (let round = 1; round < ROUNDS; round++) {
    const previous = rates;
    rates = estimateRates(batches, (sequence, step) => getRate(previous, sequence, step));
  }
  const tests = batches.flatMap((batch) => {
    const reached = estimateLikelihoods(batch, (sequence, step) => getRate(rates, sequence, step));
    return batch.tests.map(({ position, test, seconds }, row): LoggedTest => {
      const reference = { run, index: position, name: formatTestId(test) };
      return { test, reference, suite, overrides, seconds, reached: reached.map((rows) => rows[row]!) };
    });
  });
  return { tests, bySequence: rates };
}

/** Returns the fraction of a sequence's tests that reached a step. */
function getRate(rates: ReadonlyMap<string, SequenceStats>, sequence: string, step: number): number {
  const counts = rates.get(sequence)!;
  return counts.reached[step]! / counts.tests;
}

function readBatches(past: PastRun, steps: readonly AimGoal[]): BatchLog[] {
  const results = new Map(readTestResults(past).map((result) => [result.position, result]));
  const batches: BatchLog[] = [];
  for (const { first, outcomes, coverage } of past.results()) {
    if (coverage === undefined) continue;
    const tests = Array.from(outcomes, (outcome, row) =>
      outcome === PASSED ? results.get(first + row) : undefined,
    ).filter((result) => result !== undefined);
    if (tests.length > 0) batches.push({ tests, steps: countSteps(coverage, steps) });
  }
  return batches;
}

/** Returns a lower bound on the tests in a batch that reached each step: the count for its most frequently hit bin. */
function countSteps({ parts }: CoverageData, steps: readonly AimGoal[]): BatchStep[] {
  const groups = new Map(parts.flatMap((part) => part.groups.map((group) => [group.name, group])));
  const findHits = (bin: number): BatchStep[] => {
    const { compiled, offset } = COVERAGE_MODEL.groups.findLast((group) => group.offset <= bin)!;
    const counts = groups.get(compiled.definition.name);
    const tests = counts?.hash === compiled.hash ? counts.passed.tests[bin - offset]! : 0;
    return tests === 0 ? [] : [{ tests, first: counts!.passed.first[bin - offset]! }];
  };
  return steps.map(({ bins }) => {
    const hits = bins.flatMap(findHits);
    return {
      tests: hits.reduce((max, { tests }) => Math.max(max, tests), 0),
      first: hits.reduce((min, { first }) => Math.min(min, first), Number.POSITIVE_INFINITY),
    };
  });
}

type GetRate = (sequence: string, step: number) => number;

/** Estimates the likelihood that each test of a batch reached each step. */
function estimateLikelihoods({ tests, steps }: BatchLog, getPriorRate: GetRate): number[][] {
  return steps.map(({ tests: reached, first }, step) => {
    const later = tests.filter(({ position }) => position > first);
    const reachedLater = reached - 1;
    const weights = later.map(({ test }) => getPriorRate(test.sequence, step));
    const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
    const estimates = weights.map((weight) =>
      Math.min(
        MAX_ESTIMATE,
        totalWeight === 0 ? reachedLater / later.length : (reachedLater * weight) / totalWeight,
      ),
    );
    return tests.map(({ position }) => {
      if (position <= first) return position === first ? 1 : 0;
      if (reachedLater === 0 || reachedLater === later.length) return Math.sign(reachedLater);
      return estimates[later.findIndex((other) => other.position === position)]!;
    });
  });
}

function estimateRates(batches: readonly BatchLog[], getPriorRate: GetRate): Map<string, SequenceStats> {
  const rates = new Map<string, SequenceStats>();
  for (const batch of batches) {
    const reached = estimateLikelihoods(batch, getPriorRate);
    for (const [row, { test, seconds = 0 }] of batch.tests.entries()) {
      const counts = rates.get(test.sequence) ?? { tests: 0, seconds: 0, reached: reached.map(() => 0) };
      rates.set(test.sequence, counts);
      counts.tests++;
      counts.seconds += seconds;
      for (const step of reached.keys()) counts.reached[step]! += reached[step]![row]!;
    }
  }
  return rates;
}
