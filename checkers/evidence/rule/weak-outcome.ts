import type { LitmusName } from '../../../transactions/index.js';

/** What the waves of one run read. */
export interface LitmusRun {
  /** Results by position; -1 if not stored. */
  readonly results: readonly number[];
  /** Compute unit whose L0 served the last plain access of a thread; -1 if none did. */
  readonly l0Of: (thread: number) => number;
  /** Exiting id that the first poll of a thread read; -1 if it never polled. */
  readonly polledOf: (thread: number) => number;
}

/** A cell's weak outcome, and the mechanism missing from a device that never shows it. */
export interface WeakOutcome {
  readonly cell: LitmusName;
  /** Whether a run showed it. */
  readonly isSeen: (run: LitmusRun) => boolean;
  /** The mechanism that is missing if it is never seen. */
  readonly missing: string;
  /** Where to look for it. */
  readonly hint: string;
}

/** The results in pairs, for a wave that read the same two variables several times. */
export function pairsOf(results: readonly number[]): readonly (readonly [number, number])[] {
  return Array.from({ length: results.length >> 1 }, (_, i) => [results[2 * i], results[2 * i + 1]] as const);
}
