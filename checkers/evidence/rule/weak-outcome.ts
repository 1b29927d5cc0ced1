import type { LitmusName } from '../../../transactions/index.js';

/** What the waves of a run read. */
export interface LitmusRun {
  /** The results by position. A result that was not stored is -1. */
  readonly results: readonly number[];
  /** Returns the compute unit whose L0 served a thread's last plain access, or -1 if none did. */
  readonly getL0: (thread: number) => number;
  /** Returns the exiting id that a thread's first poll read, or -1 if the thread never polled. */
  readonly getPolledId: (thread: number) => number;
}

/** A cell's weak outcome, and the mechanism missing from a device that never shows it. */
export interface WeakOutcome {
  readonly cell: LitmusName;
  /** Whether a run showed the outcome. */
  readonly isObserved: (run: LitmusRun) => boolean;
  /** The mechanism that is missing if the outcome is never seen. */
  readonly missing: string;
  /** Where to look for the mechanism. */
  readonly hint: string;
}

/** Groups results into pairs, for waves that read the same two variables several times. */
export function groupIntoPairs(results: readonly number[]): readonly (readonly [number, number])[] {
  return Array.from({ length: results.length >> 1 }, (_, i) => [results[2 * i], results[2 * i + 1]] as const);
}
