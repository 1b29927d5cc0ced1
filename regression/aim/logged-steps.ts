import { COVERAGE_MODEL, type CoverageData } from '../../coverage/index.js';
import { OUTCOMES } from '../records/finding.js';
import type { PlannedTest } from '../records/plan.js';
import type { Overrides } from '../records/selection.js';
import type { PastRun } from '../run/past-run.js';
import { requestOf } from '../run/run-request.js';
import { type RunTestResult, testResults } from '../run/test-results.js';
import type { AimGoal } from './target.js';

/** A passed test of a past run, and how likely it reached each step: the log has coverage by batch. */
export interface LoggedTest {
  readonly test: PlannedTest;
  readonly suite: string;
  readonly overrides: Overrides;
  /** Host time in seconds; undefined where it is not known. */
  readonly seconds: number | undefined;
  /** One entry a step, from 0 to 1. */
  readonly reached: readonly number[];
}

/** Tests of one sequence: how many there are, how many of them reached each step, and their time. */
export interface SequenceSteps {
  tests: number;
  seconds: number;
  readonly reached: number[];
}

/** Passed tests of one batch, and how many of them reached each step. */
interface LoggedBatchSteps {
  readonly tests: readonly RunTestResult[];
  readonly reached: readonly number[];
}

/** Rounds in which the shares of sequences settle; a batch of one test tells all at once. */
const ROUNDS = 4;
const PASSED = OUTCOMES.indexOf('passed');

/** Tests of a run and its sequences, with the steps that they reached. */
export interface LoggedSteps {
  readonly tests: readonly LoggedTest[];
  readonly bySequence: ReadonlyMap<string, SequenceSteps>;
}

/** Which tests of a run probably reached each of these steps, and how often each sequence did. */
export function loggedSteps(past: PastRun, steps: readonly AimGoal[]): LoggedSteps {
  const { suite, overrides } = requestOf(past.manifest, past.directory, 1);
  const batches = batchesOf(past, steps);
  let shares = sharesOf(batches, steps, () => 1);
  for (let round = 1; round < ROUNDS; round++) {
    const known = shares;
    shares = sharesOf(batches, steps, (sequence, step) => shareOf(known, sequence, step));
  }
  const tests = batches.flatMap((batch) => {
    const reached = likelihoods(batch, steps, (sequence, step) => shareOf(shares, sequence, step));
    return batch.tests.map(({ test, seconds }, row): LoggedTest => {
      return { test, suite, overrides, seconds, reached: reached.map((rows) => rows[row]!) };
    });
  });
  return { tests, bySequence: shares };
}

/** Part of the tests of a sequence that reached a step. */
function shareOf(shares: ReadonlyMap<string, SequenceSteps>, sequence: string, step: number): number {
  const own = shares.get(sequence)!;
  return own.reached[step]! / own.tests;
}

function batchesOf(past: PastRun, steps: readonly AimGoal[]): LoggedBatchSteps[] {
  const results = new Map(testResults(past).map((result) => [result.position, result]));
  const batches: LoggedBatchSteps[] = [];
  for (const { first, outcomes, coverage } of past.results()) {
    if (coverage === undefined) continue;
    const tests = Array.from(outcomes, (outcome, row) =>
      outcome === PASSED ? results.get(first + row) : undefined,
    ).filter((result) => result !== undefined);
    if (tests.length > 0) batches.push({ tests, reached: stepsIn(coverage, steps) });
  }
  return batches;
}

/** Tests of a batch that reached each step: at least those of the bin of it that most of them hit. */
function stepsIn({ parts }: CoverageData, steps: readonly AimGoal[]): number[] {
  const groups = new Map(parts.flatMap((part) => part.groups.map((group) => [group.name, group])));
  const testsOf = (place: number): number => {
    const { compiled, offset } = COVERAGE_MODEL.groups.findLast((group) => group.offset <= place)!;
    const counts = groups.get(compiled.definition.name);
    return counts?.hash === compiled.hash ? counts.passed.tests[place - offset]! : 0;
  };
  return steps.map(({ bins }) => bins.reduce((most, bin) => Math.max(most, testsOf(bin)), 0));
}

type ShareOf = (sequence: string, step: number) => number;

/** How likely each test of a batch reached each step: as many as reached it, the sequences that reach it more often rather. */
function likelihoods(
  { tests, reached }: LoggedBatchSteps,
  steps: readonly AimGoal[],
  share: ShareOf,
): number[][] {
  return steps.map((_, step) => {
    if (reached[step] === 0) return tests.map(() => 0);
    const weights = tests.map(({ test }) => share(test.sequence, step));
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) =>
      all === 0 ? reached[step]! / tests.length : Math.min(1, (reached[step]! * weight) / all),
    );
  });
}

function sharesOf(
  batches: readonly LoggedBatchSteps[],
  steps: readonly AimGoal[],
  share: ShareOf,
): Map<string, SequenceSteps> {
  const shares = new Map<string, SequenceSteps>();
  for (const batch of batches) {
    const reached = likelihoods(batch, steps, share);
    for (const [row, { test, seconds = 0 }] of batch.tests.entries()) {
      const own = shares.get(test.sequence) ?? { tests: 0, seconds: 0, reached: steps.map(() => 0) };
      shares.set(test.sequence, own);
      own.tests++;
      own.seconds += seconds;
      for (const step of steps.keys()) own.reached[step]! += reached[step]![row]!;
    }
  }
  return shares;
}
