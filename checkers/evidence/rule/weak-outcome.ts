import type { LitmusName } from '../../../transactions/index.js';

/** What the waves of one run read. */
export interface LitmusRun {
  /** The results by position; -1 if one was not stored. */
  readonly results: readonly number[];
  /** Returns the compute unit whose L0 served the last plain access of a thread, or -1 if none did. */
  readonly l0Of: (thread: number) => number;
  /** Returns the exiting id that the first poll of a thread read, or -1 if the thread never polled. */
  readonly polledOf: (thread: number) => number;
}

/** A cell's weak outcome, and the mechanism that is missing in a device that never shows it. */
export interface WeakOutcome {
  readonly cell: LitmusName;
  /** Returns whether a run showed it. */
  readonly isSeen: (run: LitmusRun) => boolean;
  /** The mechanism that is missing if the outcome is never seen. */
  readonly missing: string;
  /** Where to look for that mechanism. */
  readonly hint: string;
}

/** Groups the results in pairs, for a wave that read the same two variables several times. */
export function pairsOf(results: readonly number[]): readonly (readonly [number, number])[] {
  return Array.from({ length: results.length >> 1 }, (_, i) => [results[2 * i], results[2 * i + 1]] as const);
}
