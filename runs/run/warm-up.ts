/**
 * The total time that a worker's engine spends on compilation and garbage collection over a long run, on top of
 * running the tests.
 */
const EXTRA_MS = 15_000;
/** The amount of work after which half of that overhead has been incurred, in milliseconds. */
const HALF_WORK_MS = 1700;

/**
 * Returns how long a cold worker takes, in milliseconds, to do what a warm one does in `workMs`. The curve is fitted
 * to 1,400 tests of the nightly suite on two workers (2026-11-23). At first, work takes nearly ten times as long; after
 * a minute, it runs at normal speed. For example, 1,000 ms of work takes 6,556 ms, and 60,000 ms takes 74,587 ms.
 */
export function toColdMs(workMs: number): number {
  return workMs + (EXTRA_MS * workMs) / (workMs + HALF_WORK_MS);
}

/** Inverts `toColdMs`: returns how much work a new worker has done after `coldMs`, in milliseconds. */
export function toWarmMs(coldMs: number): number {
  const b = EXTRA_MS + HALF_WORK_MS - coldMs;
  const root = Math.sqrt(b * b + 4 * HALF_WORK_MS * coldMs);
  // Both expressions give the same root; each avoids cancellation for one sign of b.
  return b > 0 ? (2 * HALF_WORK_MS * coldMs) / (b + root) : (root - b) / 2;
}
