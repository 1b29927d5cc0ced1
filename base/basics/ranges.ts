/** Bounds of an external number, inclusive. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

const HOUR_MS = 3_600_000;

/** Bounds shared by command lines, suites, manifests and jobs. */
export const RANGES = {
  tests: { min: 1, max: 1_000_000_000 },
  failures: { min: 1, max: 1_000_000_000 },
  /** Threads of one machine. */
  workers: { min: 1, max: 256 },
  /** Launched workers, or batches in a queue: a run's thread keeps up with their results (`launchedGrain`). */
  workersElsewhere: { min: 1, max: 1000 },
  heapMb: { min: 16, max: 1_000_000 },
  /** Limited to what a timer holds, 24.8 days: beyond, it would fire at once. */
  ms: { min: 1, max: 576 * HOUR_MS },
  percent: { min: 0, max: 100 },
} as const satisfies Readonly<Record<string, Range>>;
