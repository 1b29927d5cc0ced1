import type { LitmusName } from '../../../transactions/index.js';

/** The values that the waves of a run read. */
export interface LitmusRun {
  /** The results by position, with -1 for results that were not stored. */
  readonly results: readonly number[];
  /** Returns the compute unit whose L0 served a thread's last plain access, or -1 if none did. */
  readonly getL0: (thread: number) => number;
  /** Returns the exiting id that a thread's first poll read, or -1 if the thread never polled. */
  readonly getPolledId: (thread: number) => number;
}

/** A litmus cell's weak outcome, and the mechanism that a device probably lacks if it never shows the outcome. */
export interface WeakOutcome {
  readonly cell: LitmusName;
  /** Returns whether a run showed the outcome. */
  readonly isObserved: (run: LitmusRun) => boolean;
  /** The mechanism that is missing if the outcome never occurs. */
  readonly missing: string;
  /** Where to look for the mechanism. */
  readonly hint: string;
}

/** Groups results into pairs, for waves that read the same two variables several times. */
export function groupIntoPairs(results: readonly number[]): readonly (readonly [number, number])[] {
  return Array.from({ length: results.length >> 1 }, (_, i) => [results[2 * i], results[2 * i + 1]] as const);
}
