import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Difference,
  earliestTimes,
  middleTimes,
} from '../../../failures/explore/difference-constraints.js';

const COUNT = 3;
const LAST = 6;
const PARAMETERS = { numRuns: 60 };

const differences = fc.array(
  fc.record({
    from: fc.nat(COUNT - 1),
    to: fc.nat(COUNT - 1),
    min: fc.integer({ min: -3, max: 3 }),
  }),
  { maxLength: 6 },
);

const satisfies = (times: readonly number[], all: readonly Difference[]): boolean =>
  all.every(({ from, to, min }) => times[to]! - times[from]! >= min);

/** All solutions with times from 0 to `LAST`, enough for three times that differ by at most 3. */
function solutions(all: readonly Difference[]): number[][] {
  const solved: number[][] = [];
  for (let code = 0; code < (LAST + 1) ** COUNT; code++) {
    const times = Array.from(
      { length: COUNT },
      (_, place) => Math.floor(code / (LAST + 1) ** place) % (LAST + 1),
    );
    if (satisfies(times, all)) solved.push(times);
  }
  return solved;
}

it('finds the earliest times if there is a solution, or else a contradiction', () => {
  fc.assert(
    fc.property(differences, (all) => {
      const solved = solutions(all);
      const solution = earliestTimes(COUNT, all);
      if ('times' in solution) {
        const earliest = Array.from({ length: COUNT }, (_, place) =>
          Math.min(...solved.map((times) => times[place]!)),
        );
        expect(solution.times).toEqual(earliest);
        return;
      }
      expect(solved).toEqual([]);
      // Each difference starts where the previous one ends, and their sum is positive.
      const { contradiction } = solution;
      expect(contradiction.map(({ to }) => to)).toEqual(
        [...contradiction.slice(1), contradiction[0]!].map(({ from }) => from),
      );
      expect(contradiction.reduce((sum, { min }) => sum + min, 0)).toBeGreaterThan(0);
    }),
    PARAMETERS,
  );
});

it('finds times halfway between the earliest and the latest, which also satisfy the differences', () => {
  fc.assert(
    fc.property(differences, (all) => {
      const solution = earliestTimes(COUNT, all);
      if (!('times' in solution)) return;
      const middle = middleTimes(solution.times, all);
      expect(satisfies(middle, all)).toBe(true);
      expect(middle[0]).toBe(0);
    }),
    PARAMETERS,
  );
});
