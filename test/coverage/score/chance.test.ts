import { isBeyondChance } from '../../../coverage/score/chance.js';

const BINS = 3500;

it.each([
  // Two nights of the same length: each hit is in either with probability 1/2.
  [{ hits: 21, tests: 500 }, { hits: 0, tests: 500 }, false],
  [{ hits: 22, tests: 500 }, { hits: 0, tests: 500 }, true],
  // A rare bin of ten nights is no news, a frequent one is.
  [{ hits: 30, tests: 5000 }, { hits: 0, tests: 500 }, false],
  [{ hits: 500, tests: 5000 }, { hits: 0, tests: 500 }, true],
  // Frequent events, whose first terms are below the smallest number.
  [{ hits: 672, tests: 500 }, { hits: 660, tests: 500 }, false],
  // A short run cannot tell; and a bin that needs several hits may still be hit by as many tests as expected.
  [{ hits: 500, tests: 5000 }, { hits: 0, tests: 5 }, false],
  [{ hits: 500, tests: 5000 }, { hits: 48, tests: 500 }, false],
  [{ hits: 0, tests: 5000 }, { hits: 0, tests: 500 }, false],
])('after %j, %j is beyond chance: %s', (before, now, expected) => {
  expect(isBeyondChance(before, now, BINS)).toBe(expected);
});

it('shares the error rate among the bins compared', () => {
  const [before, now] = [
    { hits: 12, tests: 500 },
    { hits: 0, tests: 500 },
  ];
  expect(isBeyondChance(before, now, 1)).toBe(true);
  expect(isBeyondChance(before, now, BINS)).toBe(false);
});
