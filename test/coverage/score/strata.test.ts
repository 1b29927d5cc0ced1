import fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimateTestsToHalve, predictGain } from '../../../coverage/score/saturation.js';
import { findStrata } from '../../../coverage/score/strata.js';

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
