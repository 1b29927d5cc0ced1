import { expect, it } from 'vitest';
import { compareWithActualHits, isWithin } from '../../../bench/hole-costs/promise.js';
import { compileModel } from '../../../coverage/index.js';
import { makeGrid } from '../../coverage/support/grid.js';
import { cover } from '../../coverage/support/parts.js';

const SIZE = 20;
const model = compileModel([makeGrid(SIZE)]);

/** Coverage after a number of tests that each hit one combination, in an order that reaches all of them. */
const coverageAfter = (tests: number) =>
  cover(
    'r',
    Array.from({ length: tests }, (_, index) => ({
      index,
      primitives: [(index * 147) % (SIZE * SIZE)],
      passed: true,
    })),
    model,
  );

it('counts holes with a cost, expected hits and actual hits', () => {
  const [part, all] = [coverageAfter(230), coverageAfter(400)];
  const { holes, promised, hit } = compareWithActualHits(part, all, model);
  expect(hit).toBe(holes);
  expect(holes).toBeGreaterThan(40);
  expect(promised).toBeGreaterThan(0.5 * holes);
  expect(promised).toBeLessThanOrEqual(holes);
});

it('only counts holes that the later tests should hit', () => {
  expect(compareWithActualHits(coverageAfter(200), coverageAfter(201), model)).toEqual({
    holes: 0,
    promised: 0,
    hit: 0,
  });
});

it('expects no hits without enough data', () => {
  expect(compareWithActualHits(coverageAfter(40), coverageAfter(400), model)).toEqual({
    holes: 0,
    promised: 0,
    hit: 0,
  });
});

it('accepts hits within a factor of the expected number, but not if there are no holes', () => {
  expect(isWithin({ holes: 20, promised: 12, hit: 10 }, 1.5)).toBe(true);
  expect(isWithin({ holes: 20, promised: 12, hit: 7 }, 1.5)).toBe(false);
  expect(isWithin({ holes: 20, promised: 12, hit: 19 }, 1.5)).toBe(false);
  expect(isWithin({ holes: 0, promised: 0, hit: 0 }, 1.5)).toBe(false);
});
