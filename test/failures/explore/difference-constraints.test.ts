import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  computeMidpointTimes,
  type Difference,
  findEarliestTimes,
} from '../../../failures/explore/difference-constraints.js';

const COUNT = 3;
const MAX_TIME = 6;
const PARAMETERS = { numRuns: 60 };

const differenceLists = fc.array(
  fc.record({ from: fc.nat(COUNT - 1), to: fc.nat(COUNT - 1), min: fc.integer({ min: -3, max: 3 }) }),
  { maxLength: 6 },
);

const satisfies = (times: readonly number[], differences: readonly Difference[]): boolean =>
  differences.every(({ from, to, min }) => times[to]! - times[from]! >= min);

/** Finds all solutions with times from 0 to `MAX_TIME`, which suffices for three times with differences up to 3. */
function findSolutions(differences: readonly Difference[]): number[][] {
  const solutions: number[][] = [];
  for (let code = 0; code < (MAX_TIME + 1) ** COUNT; code++) {
    const times = Array.from(
      { length: COUNT },
      (_, index) => Math.floor(code / (MAX_TIME + 1) ** index) % (MAX_TIME + 1),
    );
    if (satisfies(times, differences)) solutions.push(times);
  }
  return solutions;
}

it('finds the earliest times if there is a solution, and otherwise a contradiction', () => {
  fc.assert(
    fc.property(differenceLists, (differences) => {
      const solutions = findSolutions(differences);
      const solution = findEarliestTimes(COUNT, differences);
      if ('times' in solution) {
        const earliest = Array.from({ length: COUNT }, (_, index) =>
          Math.min(...solutions.map((times) => times[index]!)),
        );
        expect(solution.times).toEqual(earliest);
        return;
      }
      expect(solutions).toEqual([]);
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

it('finds times halfway between the earliest and the latest that still satisfy the differences', () => {
  fc.assert(
    fc.property(differenceLists, (differences) => {
      const solution = findEarliestTimes(COUNT, differences);
      if (!('times' in solution)) return;
      const middle = computeMidpointTimes(solution.times, differences);
      expect(satisfies(middle, differences)).toBe(true);
      expect(middle[0]).toBe(0);
    }),
    PARAMETERS,
  );
});
