/** A test that can be selected, with its hits in each bin. */
export interface RankCandidate<T> {
  readonly test: T;
  readonly hits: ArrayLike<number>;
  /** The cost of running the test: above 0, in any unit. */
  readonly cost: number;
}

/** What a ranking optimises for, apart from preserving coverage. */
export interface RankGoal {
  /** Weight of a hit in each bin, equal for all bins by default. */
  readonly worth?: ArrayLike<number>;
  /** The maximum total cost. Tests that would exceed it are skipped. */
  readonly maxCost?: number;
}

/** A test in a ranking. */
export interface RankedTest<T> {
  readonly test: T;
  /** The number of additional bins that are covered once this test has run. */
  readonly completed: number;
  /** The number of bins covered by this test and the earlier ones. */
  readonly covered: number;
  /** The total cost up to and including this test. */
  readonly cost: number;
}

/**
 * Greedily selects a cheap set of tests with the same coverage. Each step picks the test with the most needed hits per
 * unit of cost, or the first such test in a tie. Redundant tests are dropped at the end, latest first. Without `worth`
 * and `maxCost`, the cost is at most about ln(n) times the minimum if n hits are needed in total.
 *
 * @param needs how many hits each bin needs, or 0 for bins outside the score.
 */
export function rankTests<T>(
  candidates: readonly RankCandidate<T>[],
  needs: ArrayLike<number>,
  { worth, maxCost = Number.POSITIVE_INFINITY }: RankGoal = {},
): RankedTest<T>[] {
  const remainingNeeds = Uint32Array.from(needs);
  const usefulness = new Map(candidates.map((candidate) => [candidate, Number.POSITIVE_INFINITY]));
  const selected: RankCandidate<T>[] = [];
  let costSoFar = 0;
  for (;;) {
    const best = findMostUseful(usefulness, remainingNeeds, worth);
    if (best === undefined) return makeRanking(dropRedundant(selected, needs), needs);
    usefulness.delete(best);
    if (costSoFar + best.cost > maxCost) continue;
    costSoFar += best.cost;
    subtractHits(best.hits, remainingNeeds);
    selected.push(best);
  }
}

/**
 * Returns the most useful test, or undefined if none is useful. `usefulness` caches each test's last computed value.
 * Since values can only shrink, most tests need not be checked again.
 */
function findMostUseful<T>(
  usefulness: Map<RankCandidate<T>, number>,
  remainingNeeds: Uint32Array,
  worth: ArrayLike<number> | undefined,
): RankCandidate<T> | undefined {
  let best: RankCandidate<T> | undefined;
  let bestValue = 0;
  for (const [candidate, lastValue] of usefulness) {
    if (lastValue <= bestValue) continue;
    const value = computeUsefulness(candidate.hits, remainingNeeds, worth) / candidate.cost;
    usefulness.set(candidate, value);
    if (value <= bestValue) continue;
    best = candidate;
    bestValue = value;
  }
  return best;
}

function computeUsefulness(
  hits: ArrayLike<number>,
  remainingNeeds: Uint32Array,
  worth: ArrayLike<number> | undefined,
): number {
  let value = 0;
  for (let bin = 0; bin < remainingNeeds.length; bin++)
    if (remainingNeeds[bin]! > 0) value += Math.min(remainingNeeds[bin]!, hits[bin]!) * (worth?.[bin] ?? 1);
  return value;
}

/**
 * Drops every test that can be removed without leaving a bin short of the hits it needs. Bins that have too few hits to
 * begin with are ignored.
 */
function dropRedundant<T>(
  selected: readonly RankCandidate<T>[],
  needs: ArrayLike<number>,
): RankCandidate<T>[] {
  const totals = Array.from(needs, (_, bin) => selected.reduce((sum, { hits }) => sum + hits[bin]!, 0));
  const remaining = new Set(selected);
  for (const candidate of [...selected].reverse()) {
    const isNeeded = totals.some(
      (total, bin) => total >= needs[bin]! && total - candidate.hits[bin]! < needs[bin]!,
    );
    if (isNeeded) continue;
    remaining.delete(candidate);
    for (const bin of totals.keys()) totals[bin]! -= candidate.hits[bin]!;
  }
  return [...remaining];
}

function makeRanking<T>(selected: readonly RankCandidate<T>[], needs: ArrayLike<number>): RankedTest<T>[] {
  const remainingNeeds = Uint32Array.from(needs);
  let covered = 0;
  let costSoFar = 0;
  return selected.map(({ test, hits, cost }) => {
    const completed = subtractHits(hits, remainingNeeds);
    covered += completed;
    costSoFar += cost;
    return { test, completed, covered, cost: costSoFar };
  });
}

/** Subtracts hits from those still needed, and returns how many bins this completes. */
function subtractHits(hits: ArrayLike<number>, remainingNeeds: Uint32Array): number {
  let completed = 0;
  remainingNeeds.forEach((need, bin) => {
    if (need === 0) return;
    remainingNeeds[bin] = Math.max(0, need - hits[bin]!);
    if (remainingNeeds[bin] === 0) completed++;
  });
  return completed;
}
