import type { PoolTest } from './pool.js';
import type { UnitTest, UnitTestChoice } from './unit-tests/run-unit-tests.js';
import { distanceOf } from './unit-tests/test-files.js';

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
    .sort((a, b) => a.transactions - b.transactions || (a.seed < b.seed ? -1 : 1));
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

/** The project's own tests that reach a mutant of this module, by files: those of the module first, of its unit, then all others, the cheapest first. */
export function chooseUnitTests(
  tests: readonly UnitTest[],
  mutant: number,
  module: string,
): readonly UnitTestChoice[] {
  const reaching = tests.filter(({ reaches }) => reaches[mutant] === 1);
  return [...new Set(reaching.map(({ file }) => file))]
    .map((file) => {
      const own = reaching.filter((test) => test.file === file);
      const seconds = own.reduce((sum, test) => sum + test.seconds, 0);
      return { file, names: own.map(({ name }) => name), seconds };
    })
    .sort((a, b) => distanceOf(a.file, module) - distanceOf(b.file, module) || a.seconds - b.seconds);
}
