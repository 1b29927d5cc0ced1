import type { HeldMemory, Incident } from '../workers/batch-result.js';

/**
 * A record of `events.msgpack`. `files` has hashes (SHA-256) of files in the run directory, and precedes
 * their batch. Columns have one entry per test; `first` is the plan position of the first one.
 */
export type RunEvent =
  | { readonly event: 'started'; readonly runId: string; readonly suite: string; readonly seed: string }
  | FinishedEvent
  | FailedEvent
  | { readonly event: 'files'; readonly hashes: Readonly<Record<string, string>> }
  | { readonly event: 'resumed'; readonly kept: number }
  | { readonly event: 'merged'; readonly from: readonly string[] }
  | EndedEvent;

/** A batch has run; its tests' `failed` records directly precede it. */
export interface FinishedEvent {
  readonly event: 'finished';
  readonly first: number;
  readonly outcomes: Uint8Array;
  readonly chips: Uint8Array;
  readonly waves: readonly number[];
  readonly cycles: readonly number[];
  readonly instructions: readonly number[];
  /** Host time of each test in whole milliseconds; absent in logs of earlier versions, and if a worker was lost. */
  readonly testMs?: readonly number[];
  /** The test ids; how many rules each armed and fired; the worker's peak. All are absent like the times. */
  readonly tests?: readonly string[];
  readonly armed?: Uint8Array;
  readonly fired?: Uint8Array;
  readonly held?: HeldMemory;
  /** Counts of rules and checks and the packed coverage, as deflated MessagePack. */
  readonly totals: Uint8Array;
  /** Losses of workers that did not recur. */
  readonly incidents: readonly Incident[];
  /** Run time so far, including earlier sessions. */
  readonly elapsedMs: number;
  /** Number of passing tests that printed something; absent if none did. */
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

/** The run has ended, with the figures shown in its document. */
export interface EndedEvent {
  readonly event: 'ended';
  readonly tests: number;
  readonly by: RunEnd;
  readonly seconds: number;
  /** Time of the thread that dispatches tests and stores results in the last session; absent after a merge or a kill. */
  readonly coordinatorSeconds?: number;
  /** Peak resident memory of the process, including its worker threads; absent in logs of earlier versions. */
  readonly peakBytes?: number;
  /** Number of tests of earlier sessions, which were not rerun. */
  readonly kept: number;
  readonly workers: number;
  /** Hash of the coverage file next to the log; absent in logs of earlier versions. */
  readonly coverageHash?: string;
}

/** A run's state: how it ended, or `running` while another process writes its directory. */
export type RunStanding = RunEnd | 'running';

/** States of a run with tests left. */
export const UNFINISHED: readonly RunStanding[] = ['running', 'interrupted', 'incomplete'];

/**
 * Why a run ended: all tests ran, time was up, more tests would add too little (`saturated`), enough failures, the fault was
 * seen, or the user stopped it. `incomplete`: a merged run is missing tests that never ran.
 */
export type RunEnd =
  | 'count'
  | 'time'
  | 'saturated'
  | 'max-failures'
  | 'fault-seen'
  | 'interrupted'
  | 'incomplete';
