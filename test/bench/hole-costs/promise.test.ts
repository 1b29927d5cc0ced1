import { expect, it } from 'vitest';
import { isWithin, promiseOf } from '../../../bench/hole-costs/promise.js';
import { compileModel } from '../../../coverage/index.js';
import { makeGrid } from '../../coverage/support/grid.js';
import { cover } from '../../coverage/support/parts.js';

const SIZE = 20;
const model = compileModel([makeGrid(SIZE)]);

/** Coverage of tests that each hit one combination, in an order that reaches every combination. */
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

it('counts the holes with a cost, the hits promised, and the actual hits', () => {
  const [part, all] = [coverageAfter(230), coverageAfter(400)];
  const { holes, promised, hit } = promiseOf(part, all, model);
  expect(hit).toBe(holes);
  expect(holes).toBeGreaterThan(40);
  expect(promised).toBeGreaterThan(0.5 * holes);
  expect(promised).toBeLessThanOrEqual(holes);
});

it('only counts holes promised within the tests that followed', () => {
  expect(promiseOf(coverageAfter(200), coverageAfter(201), model)).toEqual({ holes: 0, promised: 0, hit: 0 });
});

it('promises nothing without enough data', () => {
  expect(promiseOf(coverageAfter(40), coverageAfter(400), model)).toEqual({ holes: 0, promised: 0, hit: 0 });
});

it('accepts hits within a factor of the promise, but rejects an empty promise', () => {
  expect(isWithin({ holes: 20, promised: 12, hit: 10 }, 1.5)).toBe(true);
  expect(isWithin({ holes: 20, promised: 12, hit: 7 }, 1.5)).toBe(false);
  expect(isWithin({ holes: 20, promised: 12, hit: 19 }, 1.5)).toBe(false);
  expect(isWithin({ holes: 0, promised: 0, hit: 0 }, 1.5)).toBe(false);
});
