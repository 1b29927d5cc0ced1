import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RankGoal, rankTests } from '../../../coverage/index.js';

const makeCandidate = (test: string, hits: number[], cost = 1) => ({ test, hits, cost });

describe('a ranking', () => {
  it('picks the most useful test first, and omits tests that add nothing', () => {
    const ranked = rankTests(
      [makeCandidate('one', [1, 0, 0]), makeCandidate('two', [0, 1, 1]), makeCandidate('same', [0, 0, 1])],
      [1, 1, 1],
    );
    expect(ranked).toEqual([
      { test: 'two', completed: 2, covered: 2, cost: 1 },
      { test: 'one', completed: 1, covered: 3, cost: 2 },
    ]);
  });

  it('prefers cheap tests to an expensive one with the same bins, then tests with more valuable bins', () => {
    const tests = [
      makeCandidate('expensive', [1, 1, 0], 9),
      makeCandidate('first', [1, 0, 0]),
      makeCandidate('second', [0, 1, 0]),
    ];
    const listNames = (goal?: RankGoal) => rankTests(tests, [1, 1, 0], goal).map(({ test }) => test);
    expect(listNames()).toEqual(['first', 'second']);
    expect(listNames({ worth: [1, 2, 0] })).toEqual(['second', 'first']);
    expect(listNames({ worth: [1, 2, 0], maxCost: 1 })).toEqual(['second']);
  });

  it('drops a test made redundant by later ones', () => {
    const ranked = rankTests(
      [
        makeCandidate('wide', [1, 1, 1, 1, 0, 0]),
        makeCandidate('left', [1, 1, 0, 0, 1, 0]),
        makeCandidate('right', [0, 0, 1, 1, 0, 1]),
      ],
      [1, 1, 1, 1, 1, 1],
    );
    expect(ranked.map(({ test, covered }) => [test, covered])).toEqual([
      ['left', 3],
      ['right', 6],
    ]);
  });

  it('picks tests until a bin has enough hits, and picks none for bins that do not count', () => {
    const ranked = rankTests(
      [makeCandidate('a', [2, 1]), makeCandidate('b', [2, 1]), makeCandidate('c', [2, 1])],
      [3, 0],
    );
    expect(ranked.map(({ test, covered }) => [test, covered])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });

  it('preserves the coverage of all tests', () => {
    const bins = 5;
    const hits = fc.array(fc.nat(3), { minLength: bins, maxLength: bins });
    fc.assert(
      fc.property(fc.array(hits, { maxLength: 8 }), hits, (tests, requiredHits) => {
        const ranked = rankTests(
          tests.map((testHits, test) => ({ test, hits: testHits, cost: 1 + (test % 3) })),
          requiredHits,
        );
        const countHits = (bin: number, selected: readonly number[][]) =>
          selected.reduce((sum, testHits) => sum + testHits[bin]!, 0);
        const countCovered = (selected: readonly number[][]) =>
          requiredHits.filter((required, bin) => required > 0 && countHits(bin, selected) >= required).length;
        expect(ranked.at(-1)?.covered ?? 0).toBe(countCovered(tests));
        expect(countCovered(ranked.map(({ test }) => tests[test]!))).toBe(countCovered(tests));
      }),
    );
  });
});
