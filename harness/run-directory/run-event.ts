import type { Incident, MemoryUsage } from '../workers/batch-result.js';

/**
 * A record in `events.msgpack`. A `files` record contains SHA-256 hashes of files in the run directory, and precedes
 * the record of the batch that wrote them. In a `finished` record, the array fields other than `totals` and `incidents`
 * have one entry per test. `first` is the plan position of the first test.
 */
export type RunEvent =
  | { readonly event: 'started'; readonly runId: string; readonly suite: string; readonly seed: string }
  | FinishedEvent
  | FailedEvent
  | { readonly event: 'files'; readonly hashes: Readonly<Record<string, string>> }
  | { readonly event: 'resumed'; readonly kept: number }
  | { readonly event: 'merged'; readonly from: readonly string[] }
  | EndedEvent;

/** Logged once a batch has run. The `failed` records of its tests come directly before it. */
export interface FinishedEvent {
  readonly event: 'finished';
  readonly first: number;
  readonly outcomes: Uint8Array;
  readonly chips: Uint8Array;
  readonly waves: readonly number[];
  readonly cycles: readonly number[];
  readonly instructions: readonly number[];
  /**
   * The host time of each test, in whole milliseconds; absent from logs of earlier versions and for batches whose
   * worker was lost.
   */
  readonly testMs?: readonly number[];
  /** The ids of the tests; absent whenever `testMs` is. */
  readonly tests?: readonly string[];
  /** How many rules had something to check in each test; absent whenever `testMs` is. */
  readonly armed?: Uint8Array;
  /** How many rules fired in each test; absent whenever `testMs` is. */
  readonly fired?: Uint8Array;
  /** The worker's peak memory; absent whenever `testMs` is. */
  readonly held?: MemoryUsage;
  /** Rule and check counts and packed coverage, as deflated MessagePack. */
  readonly totals: Uint8Array;
  /** Worker losses that did not recur on retry. */
  readonly incidents: readonly Incident[];
  /** The run time so far, including earlier sessions, in milliseconds. */
  readonly elapsedMs: number;
  /** The number of passing tests that printed something; absent if none did. */
  readonly printed?: number;
}

/** A test that did not pass. */
export interface FailedEvent {
  readonly event: 'failed';
  readonly test: string;
  readonly seed: string;
  readonly hash: string | null;
  readonly outcome: string;
  readonly signature: string;
  readonly rule: string;
  readonly waves: number;
  readonly summary: string;
  readonly fired?: readonly string[];
}

/** Logged when the run ends, with the totals shown in its report. */
export interface EndedEvent {
  readonly event: 'ended';
  readonly tests: number;
  readonly by: RunEnd;
  readonly seconds: number;
  /**
   * How long the last session spent in the thread that dispatches tests and stores results; absent if the run was
   * merged or killed.
   */
  readonly coordinatorSeconds?: number;
  /** The peak resident memory of the process, including worker threads; absent from logs of earlier versions. */
  readonly peakBytes?: number;
  /** The number of tests kept from earlier sessions rather than rerun. */
  readonly kept: number;
  readonly workers: number;
  /** The hash of the coverage file next to the log; absent from logs of earlier versions. */
  readonly coverageHash?: string;
}

/** The state of a run: how it ended, or `running` while another process is writing its directory. */
export type RunStatus = RunEnd | 'running';

/** The states of runs that still have tests to run. */
export const UNFINISHED_STATUSES: readonly RunStatus[] = ['running', 'interrupted', 'incomplete'];

/**
 * Why a run ended: all tests ran, time ran out, further tests would have added too little (`saturated`), it reached its
 * failure limit, the fault was detected, or the user stopped it. A merged run is `incomplete` if some of its tests
 * never ran.
 */
export type RunEnd =
  | 'count'
  | 'time'
  | 'saturated'
  | 'max-failures'
  | 'fault-seen'
  | 'interrupted'
  | 'incomplete';
