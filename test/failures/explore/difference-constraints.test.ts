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
    least: fc.integer({ min: -3, max: 3 }),
  }),
  { maxLength: 6 },
);

const meets = (times: readonly number[], all: readonly Difference[]): boolean =>
  all.every(({ from, to, least }) => times[to]! - times[from]! >= least);

/** All solutions with times from 0 to `LAST`: enough for differences of at most 3 between three times. */
function solutions(all: readonly Difference[]): number[][] {
  const found: number[][] = [];
  for (let code = 0; code < (LAST + 1) ** COUNT; code++) {
    const times = Array.from(
      { length: COUNT },
      (_, place) => Math.floor(code / (LAST + 1) ** place) % (LAST + 1),
    );
    if (meets(times, all)) found.push(times);
  }
  return found;
}

it('finds the earliest times if there is a solution, otherwise a contradiction', () => {
  fc.assert(
    fc.property(differences, (all) => {
      const found = solutions(all);
      const solved = earliestTimes(COUNT, all);
      if ('times' in solved) {
        const earliest = Array.from({ length: COUNT }, (_, place) =>
          Math.min(...found.map((times) => times[place]!)),
        );
        expect(solved.times).toEqual(earliest);
        return;
      }
      expect(found).toEqual([]);
      // Each difference begins where the previous one ends, with a positive sum.
      const { contradiction } = solved;
      expect(contradiction.map(({ to }) => to)).toEqual(
        [...contradiction.slice(1), contradiction[0]!].map(({ from }) => from),
      );
      expect(contradiction.reduce((sum, { least }) => sum + least, 0)).toBeGreaterThan(0);
    }),
    PARAMETERS,
  );
});

it('times halfway between the earliest and latest also satisfy the differences', () => {
  fc.assert(
    fc.property(differences, (all) => {
      const solved = earliestTimes(COUNT, all);
      if (!('times' in solved)) return;
      const middle = middleTimes(solved.times, all);
      expect(meets(middle, all)).toBe(true);
      expect(middle[0]).toBe(0);
    }),
    PARAMETERS,
  );
});
