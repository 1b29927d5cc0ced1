import fc from 'fast-check';
import {
  formatMissedPercent,
  formatPercentage,
  type RankGoal,
  rankTests,
  roundPercent,
} from '../../../coverage/index.js';
import { buildCrossTests, computeDependence } from '../../../coverage/score/dependence.js';
import { estimateTestsToHalve, predictGain } from '../../../coverage/score/saturation.js';
import { findStrata } from '../../../coverage/score/strata.js';

describe('a percentage', () => {
  it('is shown as 100% only if nothing is missing', () => {
    expect(formatPercentage(100)).toBe('100.0%');
    expect(formatPercentage(99.97)).toBe('99.9%');
    expect(formatPercentage(99.999, 2)).toBe('99.99%');
    expect(formatPercentage(95.27)).toBe('95.3%');
  });

  it('is rounded to 100 only if nothing is missing', () => {
    expect([100, 99.996, 95.274].map((percent) => roundPercent(percent, 2))).toEqual([100, 99.99, 95.27]);
  });

  it('is never rounded up to a goal that was missed', () => {
    expect([89.996, 90].map(formatMissedPercent)).toEqual(['89.99%', '90.00%']);
  });
});

/**
 * Computes the dependence after 99 tests from the number of tests that hit each combination of two coordinates and the
 * fraction of tests that hit each value.
 */
function computeFromHits(
  hits: Readonly<Record<string, number>>,
  fractions: Readonly<Record<string, number>>,
): number {
  const cells = Object.entries(hits).map(([name, tests]) => ({
    of: name.split(' '),
    passed: { hits: tests, tests },
  }));
  return computeDependence(
    ['r1', 'c1'],
    buildCrossTests(cells, (_, value) => fractions[value]!, 99),
  );
}

const ALWAYS_HIT = { r0: 1, r1: 1, c0: 1, c1: 1 };

it('dependence compares observed and expected hits for combinations that differ in one coordinate', () => {
  expect(computeFromHits({ 'r0 c1': 49, 'r1 c0': 99, 'r0 c0': 0 }, ALWAYS_HIT)).toBe(0.5);
  expect(computeFromHits({ 'r0 c1': 24, 'r1 c0': 99 }, { ...ALWAYS_HIT, r0: 49 / 99 })).toBeCloseTo(0.5, 12);
});

it('dependence is the minimum over all coordinates, capped at 1', () => {
  expect(computeFromHits({ 'r0 c1': 49, 'r1 c0': 9 }, ALWAYS_HIT)).toBe(0.1);
  expect(computeFromHits({ 'r0 c1': 99, 'r1 c0': 99 }, { r0: 0.1, r1: 0.1, c0: 0.1, c1: 0.1 })).toBe(1);
});

it('dependence is 1 if there is no data', () => {
  expect(computeFromHits({}, ALWAYS_HIT)).toBe(1);
});

/** Creates bins with similar hit probabilities, each hit by the given number of tests. */
const makeBins = (chance: number, counts: readonly number[]) =>
  counts.map((tests, i) => ({ chance: chance * (1 - i / 1000), tests }));
const repeat = (tests: number, count: number): number[] => Array(count).fill(tests);

it('a stratum groups bins of similar probability, at least fifty of which were hit by only one test', () => {
  const likely = makeBins(0.5, [...repeat(0, 4), ...repeat(2, 3), ...repeat(1, 50)]);
  const rare = makeBins(0.1, [...repeat(1, 50), ...repeat(0, 30)]);
  const strata = findStrata([...rare, ...likely], 100)!;
  expect(strata.get(likely[0]!)).toEqual({ once: 50, twice: 3, never: 4, tests: 100 });
  // The remaining bins go into the last stratum.
  expect(strata.get(rare.at(-1)!)).toEqual({ once: 50, twice: 0, never: 30, tests: 100 });
});

it('there are no strata when fewer than fifty bins were hit by only one test', () => {
  expect(findStrata(makeBins(0.5, [...repeat(1, 49), ...repeat(0, 100)]), 100)).toBeUndefined();
});

it('the half-life is the smallest number of tests expected to hit half of the holes', () => {
  fc.assert(
    fc.property(
      fc.record({
        once: fc.integer({ min: 1, max: 50 }),
        twice: fc.integer({ min: 0, max: 50 }),
        never: fc.integer({ min: 1, max: 500 }),
        tests: fc.integer({ min: 10, max: 10_000 }),
      }),
      (rare) => {
        const half = estimateTestsToHalve(rare);
        if (!Number.isFinite(half)) {
          expect(predictGain(rare, 1e9)).toBeLessThanOrEqual(rare.never / 2);
          return;
        }
        expect(predictGain(rare, half)).toBeGreaterThanOrEqual(rare.never / 2 - 1e-6);
        expect(predictGain(rare, half - 1)).toBeLessThan(rare.never / 2 + 1e-6);
      },
    ),
  );
});

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
