/** Inclusive bounds for a numeric input. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

const HOUR_MS = 3_600_000;

/** Bounds shared by the command line, suites, manifests and jobs. */
export const RANGES = {
  tests: { min: 1, max: 1_000_000_000 },
  failures: { min: 1, max: 1_000_000_000 },
  /** Threads on one machine. */
  workers: { min: 1, max: 256 },
  /** Launched workers or queued batches: the most that a run's main thread can keep up with (`getLaunchedSizing`). */
  remoteWorkers: { min: 1, max: 1000 },
  /** With less, V8 may end the whole process while a thread loads its code. */
  heapMb: { min: 24, max: 1_000_000 },
  /** Limited by timers, which fire immediately if set to more than 24.8 days. */
  ms: { min: 1, max: 576 * HOUR_MS },
  percent: { min: 0, max: 100 },
} as const satisfies Readonly<Record<string, Range>>;
