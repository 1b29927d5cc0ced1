import type { CoverageData } from '../../coverage/index.js';
import type { Failure, FailureSummary } from '../one-test/one-test.js';
import { type CheckCounts, makeEmptyCheckCounts } from '../records/check-counts.js';
import type { ClaimCounts } from '../records/claim-counts.js';
import type { RuleTotals } from '../records/rule-counts.js';
import type { WarningCounts } from '../records/warning-counts.js';
import type { PlannedTest } from '../selection/plan.js';
import type { Overrides } from '../selection/selection.js';
import type { MemoryUsage, TestDigest, TestOutput } from './result-schema.js';

export type { MemoryUsage, TestDigest, TestOutput } from './result-schema.js';

/** A test in a batch. */
export interface BatchTest extends PlannedTest {
  /** The encoded scenario to run instead of generating one. */
  readonly scenario?: Uint8Array;
}

/** Consecutive tests of a plan that form one pool task. */
export interface Batch {
  /** The plan position of the first test. */
  readonly first: number;
  readonly tests: readonly BatchTest[];
  readonly overrides: Overrides;
  /** The name of the suite. */
  readonly suite: string;
  /** The hash of the suite file, if any. Workers use the file named on their own command line. */
  readonly suiteHash?: string;
  /** The hash of the run's configuration, if any. Workers use their own, which must match. */
  readonly configHash?: string;
  /** Identifies the run in coverage data, so parts merged twice count only once. */
  readonly coverageRun: string;
  /** Whether to report each test's behaviour, for a steered run. */
  readonly reportsBehaviours?: true;
  /** Whether to only generate the scenarios, without running them. Used for tests that crashed their worker. */
  readonly generateOnly?: true;
  /** Set when rerunning the tests only to compute their digests. */
  readonly again?: true;
}

/** The results of a batch: columns with one entry per test, and the failures in full. */
export interface BatchResult extends LoggedResult {
  readonly failures: readonly Failure[];
  /** Why the whole run must stop: its suite has unsatisfiable constraints, or user code uses an unknown name. */
  readonly refusal?: string;
  readonly testMs: readonly number[];
  /** The digests of tests that are run twice. */
  readonly digests: readonly TestDigest[];
  /** The output of passing tests. Other tests' output is in their messages. */
  readonly prints: readonly TestOutput[];
  /** The encoded scenarios; only present for `generateOnly` batches. */
  readonly scenarios?: readonly Uint8Array[];
}

/** Tests whose worker was lost on the first attempt, but that completed when rerun. */
export interface Incident {
  /** The plan position of the first of the tests. */
  readonly first: number;
  readonly tests: number;
  readonly cause: string;
}

/** What a run's log stores for a batch: everything needed to compute counts and reports. */
export interface LoggedResult {
  /** The plan position of the first test. */
  readonly first: number;
  /** Indices into `OUTCOMES`. */
  readonly outcomes: Uint8Array;
  /** Indices into `CHIP_NAMES`, or `NO_CHIP` if no scenario was generated. */
  readonly chips: Uint8Array;
  readonly waves: Uint32Array;
  readonly cycles: Float64Array;
  readonly instructions: Float64Array;
  /** Each test's host time in milliseconds; absent from older logs, empty if a worker was lost. */
  readonly testMs?: readonly number[];
  /** How many rules had something to check in each test; absent if a worker was lost. */
  readonly armed?: Uint8Array;
  /** How many rules fired in each test; absent if a worker was lost. */
  readonly fired?: Uint8Array;
  /** The ids of the tests; absent from worker results, since the coordinator knows them. */
  readonly tests?: readonly string[];
  /** The worker's highest memory use after any test in the batch; absent if a worker was lost. */
  readonly held?: MemoryUsage;
  /** The fingerprint of each test's scenario (`fingerprintScenario`). Tests without a scenario are skipped. */
  readonly fingerprints?: readonly number[];
  readonly failures: readonly FailureSummary[];
  readonly rules: Readonly<RuleTotals>;
  readonly checks: Readonly<CheckCounts>;
  /** The results for the claims of the tests' sequences; absent from older logs, or if a worker was lost. */
  readonly claims?: ClaimCounts;
  /** The warnings of the tests; absent from older logs, or if a worker was lost. */
  readonly warnings?: WarningCounts;
  /** Each test's behaviour (`packBehaviour`), if the batch requests it. */
  readonly behaviours?: readonly (readonly number[])[];
  /** The number of tests by sequence name. */
  readonly sequences: Readonly<Record<string, number>>;
  /** Absent if the worker was lost. */
  readonly coverage?: CoverageData;
  readonly incidents?: readonly Incident[];
  /** The number of passing tests that printed something; absent if none did. */
  readonly printed?: number;
  /** The run time in milliseconds when the batch was logged, including earlier sessions; absent before then. */
  readonly elapsedMs?: number;
}

/** The entry in `BatchResult.chips` for a test without a scenario. */
export const NO_CHIP = 255;

/** Returns the larger of two memory measurements, or the earlier one if they are equal. */
export function pickLargerMemory(earlier: MemoryUsage | undefined, later: MemoryUsage): MemoryUsage {
  return earlier !== undefined && earlier.bytes >= later.bytes ? earlier : later;
}

/** Creates the result of an empty batch. */
export function makeEmptyResult(first: number): BatchResult {
  return {
    first,
    outcomes: new Uint8Array(),
    chips: new Uint8Array(),
    waves: new Uint32Array(),
    cycles: new Float64Array(),
    instructions: new Float64Array(),
    failures: [],
    rules: {},
    checks: makeEmptyCheckCounts(),
    sequences: {},
    testMs: [],
    digests: [],
    prints: [],
  };
}
