/** What expressions are evaluated over. */
export interface Sample {
  /** Bits of the followed signals at this edge of the clock, and at the edge before. */
  readonly history: readonly [now: readonly string[], before: readonly string[]];
  /** Edges counted so far, from 1. */
  readonly cycle: number;
  /** Number of the wave that was formed last with this id. Throws `UsageError` where there is none. */
  readonly waveOf: (packer: number, id: number) => number;
  /** The lane that a column is made for, and its pixel. */
  readonly lane: number;
  readonly x: number;
  readonly y: number;
}

/** An expression that is ready to be evaluated: a number, or undefined where bits are unknown (x, z). `at` is 1 within `$past`. */
export type Evaluate = (sample: Sample, at: 0 | 1) => number | undefined;
