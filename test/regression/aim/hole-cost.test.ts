import { expect, it } from 'vitest';
import { holeCost } from '../../../regression/aim/hole-cost.js';

/** Tests of a sequence, two seconds each, and how many of them reached each of two steps. */
const ran = (tests: number, ...reached: number[]) => ({ tests, seconds: 2 * tests, reached });

it('is what the steps give if they are independent, and more for each time that the hole should have been hit', () => {
  const bySequence = new Map([['both', ran(100, 50, 10)]]);
  expect(holeCost([0, 1], bySequence)).toEqual({ sequence: 'both', tests: 120, seconds: 240 });
  // Half as likely as independent steps: 2.5 were missed.
  expect(holeCost([0, 1], bySequence, 0.5)!.tests).toBe(140);
  const fewer = new Map([['both', ran(10, 5, 1)]]);
  expect(holeCost([0, 1], fewer)!.tests).toBe(30);
});

it('counts what other sequences missed, and names the sequence that takes least time', () => {
  const slow = { ...ran(10, 10, 10), seconds: 1000 };
  const both = new Map([
    ['slow', slow],
    ['quick', ran(10, 5, 2)],
  ]);
  const cost = holeCost([0, 1], both)!;
  expect([cost.sequence, cost.tests]).toEqual(['quick', 120]);
});

it('is not known where no sequence reached all steps', () => {
  const apart = new Map([
    ['one', ran(10, 5, 0)],
    ['other', ran(10, 0, 5)],
  ]);
  expect(holeCost([0, 1], apart)).toBeUndefined();
  expect(holeCost([], apart)).toBeUndefined();
});
