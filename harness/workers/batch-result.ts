import type { CoverageData } from '../../coverage/index.js';
import type { Failure, FailureSummary } from '../one-test/one-test.js';
import { type CheckCounts, emptyCheckCounts } from '../records/check-counts.js';
import type { ClaimCounts } from '../records/claim-counts.js';
import type { RuleTotals } from '../records/rule-counts.js';
import type { PlannedTest } from '../selection/plan.js';
import type { Overrides } from '../selection/selection.js';

/** A test of a batch. */
export interface BatchTest extends PlannedTest {
  /** The encoded scenario that it runs, where it is not generated. */
  readonly scenario?: Uint8Array;
}

/** Consecutive tests of a plan as one task of the pool. */
export interface Batch {
  /** Position of the first test in the plan. */
  readonly first: number;
  readonly tests: readonly BatchTest[];
  readonly overrides: Overrides;
  /** Name of the suite. */
  readonly suite: string;
  /** Hash of the suite's file, where it has one: a worker takes the file that its own command line names. */
  readonly suiteHash?: string;
  /** Hash of the run's configuration, where it has one: a worker takes its own, which has to be the same. */
  readonly configHash?: string;
  /** Names the run in coverage data, so that merging the same part twice counts once. */
  readonly coverageRun: string;
  /** Says what happened in each test, for a run that is steered. */
  readonly tellsBehaviours?: true;
  /** Makes the scenarios and runs none; for tests that took their worker down. */
  readonly generateOnly?: true;
}

/** Results of a batch: a column per fact with one entry per test, and the failures in full. */
export interface BatchResult extends LoggedResult {
  readonly failures: readonly Failure[];
  /** Why the whole run cannot continue: its suite is impossible. */
  readonly refusal?: string;
  readonly testMs: readonly number[];
  /** Digests of the tests that run twice. */
  readonly digests: readonly TestDigest[];
  /** What passing tests printed; that of the others stands in their message. */
  readonly prints: readonly TestPrint[];
  /** The encoded scenarios, where only those were asked for. */
  readonly scenarios?: readonly Uint8Array[];
}

/** What a test printed. */
export interface TestPrint {
  /** Id of the test. */
  readonly test: string;
  readonly text: string;
}

/** Digest of all results of a test. */
export interface TestDigest {
  readonly row: number;
  readonly digest: string;
}

/** Tests whose worker was lost once, and which it was not when they ran again. */
export interface Incident {
  /** Position of the first of these tests in the plan. */
  readonly first: number;
  readonly tests: number;
  readonly cause: string;
}

/** What the log of a run keeps of a batch: all that counts and reports are made of. */
export interface LoggedResult {
  /** Position of the first test in the plan. */
  readonly first: number;
  /** Index into `OUTCOMES`. */
  readonly outcomes: Uint8Array;
  /** Index into `CHIP_NAMES`; `NO_CHIP` where no scenario was generated. */
  readonly chips: Uint8Array;
  readonly waves: Uint32Array;
  readonly cycles: Float64Array;
  readonly instructions: Float64Array;
  /** Host time of each test in milliseconds; absent in logs of earlier versions, empty where a worker was lost. */
  readonly testMs?: readonly number[];
  /** How many rules had something to judge in each test, and how many fired; absent where a worker was lost. */
  readonly armed?: Uint8Array;
  readonly fired?: Uint8Array;
  /** The ids of the tests; absent in what a worker says, for the coordinator knows them. */
  readonly tests?: readonly string[];
  /** The most that the worker held after a test of the batch; absent where a worker was lost. */
  readonly held?: HeldMemory;
  /** What each test ran (`scenarioFingerprint`); shorter than the columns by tests without a scenario. */
  readonly fingerprints?: readonly number[];
  readonly failures: readonly FailureSummary[];
  readonly rules: Readonly<RuleTotals>;
  readonly checks: Readonly<CheckCounts>;
  /** What tests showed of the claims of their sequences; absent where a worker was lost, and in earlier logs. */
  readonly claims?: ClaimCounts;
  /** What happened in each test (`behaviourOf`), where the batch says so. */
  readonly behaviours?: readonly (readonly number[])[];
  /** Tests by the name of their sequence. */
  readonly sequences: Readonly<Record<string, number>>;
  /** Absent when the worker was lost. */
  readonly coverage?: CoverageData;
  readonly incidents?: readonly Incident[];
  /** Passing tests that printed something; absent where none did. */
  readonly printed?: number;
  /** Time that the run had taken when the batch was logged, earlier sessions included; absent before that. */
  readonly elapsedMs?: number;
}

/** Memory that a worker held after a test. */
export interface HeldMemory {
  /** Id of the test. */
  readonly test: string;
  /** V8's heap and the buffers outside it. */
  readonly bytes: number;
}

/** Stands in `BatchResult.chips` for a test without a scenario. */
export const NO_CHIP = 255;

/** The larger amount; of equal ones the earlier. */
export function largerOf(before: HeldMemory | undefined, after: HeldMemory): HeldMemory {
  return before !== undefined && before.bytes >= after.bytes ? before : after;
}

/** The result of no test. */
export function emptyResult(first: number): BatchResult {
  return {
    first,
    outcomes: new Uint8Array(),
    chips: new Uint8Array(),
    waves: new Uint32Array(),
    cycles: new Float64Array(),
    instructions: new Float64Array(),
    failures: [],
    rules: {},
    checks: emptyCheckCounts(),
    sequences: {},
    testMs: [],
    digests: [],
    prints: [],
  };
}
