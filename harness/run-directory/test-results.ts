import { CHIP_NAMES, type ChipName } from '../../arch/index.js';
import { parseSeed, UsageError } from '../../transactions/index.js';
import { deriveTestSeed, readSeed } from '../basics/index.js';
import type { FailureSummary } from '../one-test/one-test.js';
import { OUTCOMES, type Outcome } from '../records/finding.js';
import { isCurrentVersion } from '../records/manifest.js';
import { formatTestId, isTestId, type PlannedTest, parseTestId } from '../selection/plan.js';
import { isLoaded } from '../suite-files/opened-suites.js';
import { formatQuantity } from '../text/index.js';
import { NO_CHIP } from '../workers/batch-result.js';
import type { LoggedBatch } from './logged-result.js';
import { openLoggedRun, type PastRun } from './past-run.js';
import { getPlanSlice } from './plan-slice.js';
import { restoreRequest } from './run-request.js';

/** A test in a run, and its result. */
export interface RunTestResult {
  /** The position in the plan, counted from 0. */
  readonly position: number;
  readonly test: PlannedTest;
  readonly outcome: Outcome;
  /** Undefined if no scenario was generated. */
  readonly chip: ChipName | undefined;
  readonly waves: number;
  /** The number of device cycles. */
  readonly cycles: number;
  readonly instructions: number;
  /** The host time, in seconds; undefined if the worker was lost or an earlier version ran the test. */
  readonly seconds: number | undefined;
  /** How many rules had something to check, and how many fired; undefined whenever `seconds` is. */
  readonly rules: { readonly armed: number; readonly fired: number } | undefined;
  /** Why the test did not pass; undefined if it did. */
  readonly failure: FailureSummary | undefined;
}

/**
 * Reads the results of a run's tests in plan order. Returns none if an earlier version wrote the log without naming the
 * tests and the plan cannot be regenerated because the suite file is not loaded or coverage steered the run.
 */
export function readTestResults(past: PastRun): RunTestResult[] {
  const batches = [...past.batches()].sort((a, b) => a.columns.first - b.columns.first);
  const findTest = batches.every(({ columns }) => columns.tests !== undefined)
    ? findByLoggedId(past)
    : isLoaded(past.manifest) && !past.manifest.steer
      ? findByPlan(past)
      : undefined;
  return findTest === undefined ? [] : batches.flatMap((batch) => toResults(batch, findTest));
}

/** Finds the test at a plan position, by its id if that is in the log; undefined beyond the end of the plan. */
type TestFinder = (position: number, id: string | undefined) => PlannedTest | undefined;

/** Finds tests by the ids in the log. A test's seed is either in the list or derived from its id. */
function findByLoggedId({ manifest: { seed: root, list } }: PastRun): TestFinder {
  const rootSeed = readSeed(root);
  return (position, id) => {
    const parsedId = parseTestId(id!);
    const { sequence, index, root: otherRoot } = parsedId;
    const seed = deriveTestSeed(otherRoot === undefined ? rootSeed : readSeed(otherRoot), sequence, index);
    return { ...parsedId, seed: list?.[position]?.seed ?? seed };
  };
}

/** Finds tests by regenerating the plan. Positions must be in ascending order. */
function findByPlan({ manifest, directory }: PastRun): TestFinder {
  const slice = getPlanSlice(restoreRequest(manifest, directory, manifest.workers));
  const plan = slice.tests();
  let next = slice.first;
  return (position) => {
    for (; next < position; next++) plan.next();
    next++;
    return plan.next().value;
  };
}

/** Whether a test has a valid id and seed. A manifest from another machine may contain anything. */
function hasValidIdAndSeed(test: PlannedTest): boolean {
  return isTestId(formatTestId(test)) && parseSeed(test.seed).ok;
}

function toResults({ columns, failures }: LoggedBatch, findTest: TestFinder): RunTestResult[] {
  const { first, outcomes, chips, waves, cycles, instructions, tests, testMs, armed, fired } = columns;
  const byId = new Map(failures.map((failure) => [formatTestId(failure.test), failure]));
  return Array.from(outcomes).flatMap((outcome, row): RunTestResult[] => {
    const position = first + row;
    const test = findTest(position, tests?.[row]);
    if (test === undefined || !hasValidIdAndSeed(test)) return [];
    const chip = chips[row]!;
    const ms = testMs?.[row];
    return [
      {
        position,
        test,
        outcome: OUTCOMES[outcome]!,
        chip: chip === NO_CHIP ? undefined : CHIP_NAMES[chip]!,
        waves: waves[row]!,
        cycles: cycles[row]!,
        instructions: instructions[row]!,
        seconds: ms === undefined ? undefined : ms / 1000,
        rules: armed && fired ? { armed: armed[row]!, fired: fired[row]! } : undefined,
        failure: byId.get(formatTestId(test)),
      },
    ];
  });
}

/**
 * Throws `UsageError` for a test that has no result in a run directory. Accepts any test if the run was written by a
 * different version, since its plan is unknown. The suite file must already be loaded.
 */
export function requireRunTest(directory: string, id: string, sequence: string): void {
  const pastRun = openLoggedRun(directory);
  if (!isCurrentVersion(pastRun.manifest)) return;
  const tests = listRunTests(pastRun);
  if (tests.some((test) => formatTestId(test) === id)) return;
  const sequenceTests = tests.filter((test) => test.sequence === sequence).map(formatTestId);
  const [first, last] = [sequenceTests[0], sequenceTests.at(-1)];
  const range = first === undefined ? '' : `: ${first === last ? first : `${first} to ${last}`}`;
  throw new UsageError(
    `No test "${id}" in run ${directory}, which has ${formatQuantity(sequenceTests.length, 'test')} from ${sequence}${range}`,
  );
}

/** Lists the tests in a run that have results, in plan order. */
export function listRunTests(pastRun: PastRun): PlannedTest[] {
  return readTestResults(pastRun).map(({ test }) => test);
}

/** Whether every test up to the last one with a result has a result. Merged runs may have gaps. */
export function hasNoGaps({ spans, tests }: PastRun): boolean {
  return spans.every(([first, count]) => first + count <= tests);
}
