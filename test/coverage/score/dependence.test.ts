import { expect, it } from 'vitest';
import { buildCrossTests, computeDependence } from '../../../coverage/score/dependence.js';

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
