/** One test with its hits, a counter per bin. */
export interface RankCandidate<T> {
  readonly test: T;
  readonly hits: ArrayLike<number>;
  /** Cost of running it, above 0, in any unit. */
  readonly cost: number;
}

/** Goals of a ranking besides equal coverage. */
export interface RankAim {
  /** Value of a hit of each bin; default: all equal. */
  readonly worth?: ArrayLike<number>;
  /** Maximum total cost; tests that no longer fit are skipped. */
  readonly costMax?: number;
}

/** A test of a ranking. */
export interface RankedTest<T> {
  readonly test: T;
  /** Bins it completes that earlier tests did not. */
  readonly completed: number;
  /** Bins covered by it and earlier tests. */
  readonly covered: number;
  /** Cost of it and earlier tests. */
  readonly cost: number;
}

/**
 * A cheap set of tests with the same coverage, greedily: the next test has the most needed hits per cost, the earlier one if
 * tied. Finally, redundant tests are dropped, last ones first. The cost is within a factor of ln(bins) of the minimum.
 *
 * @param needs hits that each bin needs; 0 for a bin outside the score.
 */
export function rankTests<T>(
  candidates: readonly RankCandidate<T>[],
  needs: ArrayLike<number>,
  { worth, costMax = Number.POSITIVE_INFINITY }: RankAim = {},
): RankedTest<T>[] {
  const open = Uint32Array.from(needs);
  const left = new Map(candidates.map((candidate) => [candidate, Number.POSITIVE_INFINITY]));
  const chosen: RankCandidate<T>[] = [];
  let spent = 0;
  for (;;) {
    const best = mostUseful(left, open, worth);
    if (best === undefined) return rowsOf(withoutNeedless(chosen, needs), needs);
    left.delete(best);
    if (spent + best.cost > costMax) continue;
    spent += best.cost;
    take(best.hits, open);
    chosen.push(best);
  }
}

/** `left` holds each test's usefulness when last checked; it can only shrink, so most tests need no second check. */
function mostUseful<T>(
  left: Map<RankCandidate<T>, number>,
  open: Uint32Array,
  worth: ArrayLike<number> | undefined,
): RankCandidate<T> | undefined {
  let best: RankCandidate<T> | undefined;
  let gainMax = 0;
  for (const [candidate, useBefore] of left) {
    if (useBefore <= gainMax) continue;
    const use = useOf(candidate.hits, open, worth) / candidate.cost;
    left.set(candidate, use);
    if (use <= gainMax) continue;
    best = candidate;
    gainMax = use;
  }
  return best;
}

function useOf(hits: ArrayLike<number>, open: Uint32Array, worth: ArrayLike<number> | undefined): number {
  let use = 0;
  for (let bin = 0; bin < open.length; bin++)
    if (open[bin]! > 0) use += Math.min(open[bin]!, hits[bin]!) * (worth?.[bin] ?? 1);
  return use;
}

/** Drops each test whose bins all have enough hits without it. */
function withoutNeedless<T>(
  chosen: readonly RankCandidate<T>[],
  needs: ArrayLike<number>,
): RankCandidate<T>[] {
  const totals = Array.from(needs, (_, bin) => chosen.reduce((sum, { hits }) => sum + hits[bin]!, 0));
  const kept = new Set(chosen);
  for (const candidate of [...chosen].reverse()) {
    const isNeeded = totals.some(
      (total, bin) => total >= needs[bin]! && total - candidate.hits[bin]! < needs[bin]!,
    );
    if (isNeeded) continue;
    kept.delete(candidate);
    for (const bin of totals.keys()) totals[bin]! -= candidate.hits[bin]!;
  }
  return [...kept];
}

function rowsOf<T>(chosen: readonly RankCandidate<T>[], needs: ArrayLike<number>): RankedTest<T>[] {
  const open = Uint32Array.from(needs);
  let covered = 0;
  let spent = 0;
  return chosen.map(({ test, hits, cost }) => {
    const completed = take(hits, open);
    covered += completed;
    spent += cost;
    return { test, completed, covered, cost: spent };
  });
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
