/** One test with its hits, a counter a bin. */
export interface RankCandidate<T> {
  readonly test: T;
  readonly hits: ArrayLike<number>;
}

/** A test of a ranking. */
export interface RankedTest<T> {
  readonly test: T;
  /** Bins that it completes and the tests before it did not. */
  readonly completed: number;
  /** Bins covered by it and the tests before it. */
  readonly covered: number;
}

/**
 * The fewest tests with the same coverage, greedily: next comes the test that gives most of the hits that bins still
 * need, the earlier one of equals. `needs` are the hits that each bin needs; 0 for a bin that does not count.
 * Within a factor of ln(bins) of the true minimum, as any practical method is.
 */
export function rankTests<T>(
  candidates: readonly RankCandidate<T>[],
  needs: ArrayLike<number>,
): RankedTest<T>[] {
  const open = Uint32Array.from(needs);
  const left = new Set(candidates);
  const ranked: RankedTest<T>[] = [];
  let covered = 0;
  for (;;) {
    const best = mostUseful(left, open);
    if (best === undefined) return ranked;
    left.delete(best);
    const completed = take(best.hits, open);
    covered += completed;
    ranked.push({ test: best.test, completed, covered });
  }
}

function mostUseful<T>(left: Iterable<RankCandidate<T>>, open: Uint32Array): RankCandidate<T> | undefined {
  let best: RankCandidate<T> | undefined;
  let most = 0;
  for (const candidate of left) {
    const use = open.reduce((sum, need, bin) => sum + Math.min(need, candidate.hits[bin]!), 0);
    if (use <= most) continue;
    best = candidate;
    most = use;
  }
  return best;
}

/** Subtracts hits from those needed; returns how many bins that completes. */
function take(hits: ArrayLike<number>, open: Uint32Array): number {
  let completed = 0;
  open.forEach((need, bin) => {
    if (need === 0) return;
    open[bin] = Math.max(0, need - hits[bin]!);
    if (open[bin] === 0) completed++;
  });
  return completed;
}
