/**
 * The total time that a worker's engine spends on compilation and garbage collection in a long run, on top of
 * the tests.
 */
const EXTRA_MS = 15_000;
/** Half of that overhead is spent after this many milliseconds of work. */
const HALF_AT_MS = 1700;

/**
 * The milliseconds that a cold worker needs for work that takes a warm one `warmMs`. The curve is fitted to
 * 1,400 tests of the nightly suite on two workers (2026-11-23). At first, work takes nearly ten times as long; after a
 * minute, it takes the usual time. For example, 1,000 ms of work take 6,556 ms, and 60,000 ms take 74,587 ms.
 */
export function coldMs(warmMs: number): number {
  return warmMs + (EXTRA_MS * warmMs) / (warmMs + HALF_AT_MS);
}

/** The inverse of `coldMs`: the work that a new worker has done after this time. */
export function warmMs(coldMs: number): number {
  const b = EXTRA_MS + HALF_AT_MS - coldMs;
  const root = Math.sqrt(b * b + 4 * HALF_AT_MS * coldMs);
  // Both expressions give the same root; each avoids cancellation for one sign of b.
  return b > 0 ? (2 * HALF_AT_MS * coldMs) / (b + root) : (root - b) / 2;
}
