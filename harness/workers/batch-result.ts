import type { CoverageData } from '../../coverage/index.js';
import type { Failure, FailureSummary } from '../one-test/one-test.js';
import { type CheckCounts, emptyCheckCounts } from '../records/check-counts.js';
import type { ClaimCounts } from '../records/claim-counts.js';
import type { RuleTotals } from '../records/rule-counts.js';
import type { PlannedTest } from '../selection/plan.js';
import type { Overrides } from '../selection/selection.js';

/** A test of a batch. */
export interface BatchTest extends PlannedTest {
  /** The encoded scenario it runs, if not generated. */
  readonly scenario?: Uint8Array;
}

/** Consecutive tests of a plan as one pool task. */
export interface Batch {
  /** Plan position of the first test. */
  readonly first: number;
  readonly tests: readonly BatchTest[];
  readonly overrides: Overrides;
  /** Name of the suite. */
  readonly suite: string;
  /** Hash of the suite's file, if it has one: a worker uses the file named on its own command line. */
  readonly suiteHash?: string;
  /** Hash of the run's configuration, if it has one: a worker uses its own, which must be equal. */
  readonly configHash?: string;
  /** Identifies the run in coverage data, so that merging the same part twice counts once. */
  readonly coverageRun: string;
  /** Reports what happened in each test, for a steered run. */
  readonly reportsBehaviours?: true;
  /** Only generates the scenarios; for tests that crashed their worker. */
  readonly generateOnly?: true;
  /** Present for second runs of tests of the plan: only their digests are needed. */
  readonly again?: true;
}

/** Results of a batch: a column per fact with one entry per test, and the full failures. */
export interface BatchResult extends LoggedResult {
  readonly failures: readonly Failure[];
  /** Why the whole run cannot continue: its suite is impossible. */
  readonly refusal?: string;
  readonly testMs: readonly number[];
  /** Digests of tests that run twice. */
  readonly digests: readonly TestDigest[];
  /** Output of passing tests; other tests' output is in their message. */
  readonly prints: readonly TestPrint[];
  /** The encoded scenarios, if only those were requested. */
  readonly scenarios?: readonly Uint8Array[];
}

/** A test's output. */
export interface TestPrint {
  /** Id of the test. */
  readonly test: string;
  readonly text: string;
}

/** Digest of a test's complete results. */
export interface TestDigest {
  readonly row: number;
  readonly digest: string;
}

/** Tests whose worker was lost once, but not when they ran again. */
export interface Incident {
  /** Plan position of the first of these tests. */
  readonly first: number;
  readonly tests: number;
  readonly cause: string;
}

/** What a run's log keeps of a batch: everything counts and reports are made from. */
export interface LoggedResult {
  /** Plan position of the first test. */
  readonly first: number;
  /** Index into `OUTCOMES`. */
  readonly outcomes: Uint8Array;
  /** Index into `CHIP_NAMES`; `NO_CHIP` if no scenario was generated. */
  readonly chips: Uint8Array;
  readonly waves: Uint32Array;
  readonly cycles: Float64Array;
  readonly instructions: Float64Array;
  /** Host time of each test in milliseconds; absent in logs of earlier versions, empty if a worker was lost. */
  readonly testMs?: readonly number[];
  /** How many rules had something to judge in each test, and how many fired; absent if a worker was lost. */
  readonly armed?: Uint8Array;
  readonly fired?: Uint8Array;
  /** The test ids; absent in worker results, since the coordinator knows them. */
  readonly tests?: readonly string[];
  /** Peak memory held by the worker after a test of the batch; absent if a worker was lost. */
  readonly held?: HeldMemory;
  /** What each test ran (`scenarioFingerprint`); excludes tests without a scenario. */
  readonly fingerprints?: readonly number[];
  readonly failures: readonly FailureSummary[];
  readonly rules: Readonly<RuleTotals>;
  readonly checks: Readonly<CheckCounts>;
  /** Results for the claims of the tests' sequences; absent if a worker was lost, and in earlier logs. */
  readonly claims?: ClaimCounts;
  /** What happened in each test (`behaviourOf`), if the batch requests it. */
  readonly behaviours?: readonly (readonly number[])[];
  /** Tests by sequence name. */
  readonly sequences: Readonly<Record<string, number>>;
  /** Absent if the worker was lost. */
  readonly coverage?: CoverageData;
  readonly incidents?: readonly Incident[];
  /** Number of passing tests that printed something; absent if none did. */
  readonly printed?: number;
  /** Run time when the batch was logged, including earlier sessions; absent before that. */
  readonly elapsedMs?: number;
}

/** Memory that a worker held after a test. */
export interface HeldMemory {
  /** Id of the test. */
  readonly test: string;
  /** V8's heap and the buffers outside it. */
  readonly bytes: number;
}

/** `BatchResult.chips` value for a test without a scenario. */
export const NO_CHIP = 255;

/** The larger of two memory sizes; the earlier one if they are equal. */
export function largerOf(before: HeldMemory | undefined, after: HeldMemory): HeldMemory {
  return before !== undefined && before.bytes >= after.bytes ? before : after;
}

/** The result of no tests. */
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
