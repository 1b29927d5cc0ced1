import type { PoolTest } from './pool.js';

/**
 * The tests for a mutant among those that reach its place: the cheapest of each sequence, then the second cheapest of
 * each, and so on, until this many transactions are used up. The same pool gives the same tests.
 */
export function chooseTests(
  pool: readonly PoolTest[],
  mutant: number,
  transactions: number,
): readonly PoolTest[] {
  const reaching = pool
    .filter(({ reaches }) => reaches[mutant] === 1)
    .sort((a, b) => a.transactions - b.transactions);
  const turns = new Map<string, number>();
  const ranked = reaching.map((test) => {
    const turn = turns.get(test.sequence) ?? 0;
    turns.set(test.sequence, turn + 1);
    return { test, turn };
  });
  ranked.sort((a, b) => a.turn - b.turn);
  let left = transactions;
  return ranked
    .filter(({ test }, at) => {
      left -= test.transactions;
      return left >= 0 || at === 0;
    })
    .map(({ test }) => test);
}
