import { expect, it } from 'vitest';
import { compareWithActualHits, isWithinFactor } from '../../../bench/hole-costs/hole-hits.js';
import { compileModel } from '../../../coverage/index.js';
import { makeGrid } from '../../coverage/support/grid.js';
import { cover } from '../../coverage/support/tiny-model.js';

const SIZE = 20;
const model = compileModel([makeGrid(SIZE)]);

/** Returns the coverage after `tests` tests. Each of them hits one combination, and 400 tests hit all of them. */
const makeCoverage = (tests: number) =>
  cover(
    'r',
    Array.from({ length: tests }, (_, index) => ({
      index,
      primitives: [(index * 147) % (SIZE * SIZE)],
      passed: true,
    })),
    model,
  );

it('counts holes that have a cost, with their expected and actual hits', () => {
  const [early, late] = [makeCoverage(230), makeCoverage(400)];
  const { holes, expected, hit } = compareWithActualHits(early, late, model);
  expect(hit).toBe(holes);
  expect(holes).toBeGreaterThan(40);
  expect(expected).toBeGreaterThan(0.5 * holes);
  expect(expected).toBeLessThanOrEqual(holes);
});

it('ignores holes that the later tests are not expected to hit', () => {
  expect(compareWithActualHits(makeCoverage(200), makeCoverage(201), model)).toEqual({
    holes: 0,
    expected: 0,
    hit: 0,
  });
});

it('expects no hits without enough data', () => {
  expect(compareWithActualHits(makeCoverage(40), makeCoverage(400), model)).toEqual({
    holes: 0,
    expected: 0,
    hit: 0,
  });
});

it('accepts a hit count within the given factor of the expected count, but not if there are no holes', () => {
  expect(isWithinFactor({ holes: 20, expected: 12, hit: 10 }, 1.5)).toBe(true);
  expect(isWithinFactor({ holes: 20, expected: 12, hit: 7 }, 1.5)).toBe(false);
  expect(isWithinFactor({ holes: 20, expected: 12, hit: 19 }, 1.5)).toBe(false);
  expect(isWithinFactor({ holes: 0, expected: 0, hit: 0 }, 1.5)).toBe(false);
});
