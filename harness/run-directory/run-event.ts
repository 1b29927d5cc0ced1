import type { HeldMemory, Incident } from '../workers/batch-result.js';

/** A record of `events.msgpack`. `files` has hashes (SHA-256) of files in the run directory, and stands before their batch. Columns have one entry a test; `first` is the plan position of the first one. */
export type RunEvent =
  | { readonly event: 'started'; readonly runId: string; readonly suite: string; readonly seed: string }
  | FinishedEvent
  | FailedEvent
  | { readonly event: 'files'; readonly hashes: Readonly<Record<string, string>> }
  | { readonly event: 'resumed'; readonly kept: number }
  | { readonly event: 'merged'; readonly from: readonly string[] }
  | EndedEvent;

/** A batch has run; the `failed` records of its tests stand right before it. */
export interface FinishedEvent {
  readonly event: 'finished';
  readonly first: number;
  readonly outcomes: Uint8Array;
  readonly chips: Uint8Array;
  readonly waves: readonly number[];
  readonly cycles: readonly number[];
  readonly instructions: readonly number[];
  /** Host time of each test in whole milliseconds; absent in logs of earlier versions, and where a worker was lost. */
  readonly testMs?: readonly number[];
  /** The tests by id; how many rules each armed and fired; the most that the worker held. Absent as the times. */
  readonly tests?: readonly string[];
  readonly armed?: Uint8Array;
  readonly fired?: Uint8Array;
  readonly held?: HeldMemory;
  /** Counts of rules and checks and the packed coverage, as deflated MessagePack. */
  readonly totals: Uint8Array;
  /** Losses of workers that did not come again. */
  readonly incidents: readonly Incident[];
  /** Time that the run had taken so far, earlier sessions included. */
  readonly elapsedMs: number;
  /** Passing tests that printed something; absent where none did. */
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

/** The run has come to its end, with the figures that its document shows. */
export interface EndedEvent {
  readonly event: 'ended';
  readonly tests: number;
  readonly by: RunEnd;
  readonly seconds: number;
  /** Time of the thread that hands out tests and stores results in the last session; absent after a merge or a kill. */
  readonly coordinatorSeconds?: number;
  /** The most resident memory that the process had, its worker threads included; absent in logs of earlier versions. */
  readonly peakBytes?: number;
  /** Tests of earlier sessions, which were not run again. */
  readonly kept: number;
  readonly workers: number;
  /** Hash of the coverage file beside the log; absent in logs of earlier versions. */
  readonly coverageHash?: string;
}

/** How a run stands: how it ended, or `running` while another process writes its directory. */
export type RunStanding = RunEnd | 'running';

/** Standings of a run that has tests left. */
export const UNFINISHED: readonly RunStanding[] = ['running', 'interrupted', 'incomplete'];

/**
 * Why a run ended: all tests ran, time was up, more tests would bring too little (`saturated`), enough failures, the fault was seen, or the user stopped it.
 * `incomplete`: a merged run lacks tests that were never run.
 */
export type RunEnd =
  | 'count'
  | 'time'
  | 'saturated'
  | 'max-failures'
  | 'fault-seen'
  | 'interrupted'
  | 'incomplete';
