import { expect, it } from 'vitest';
import { findWeightedPredictors, type WeightedCase } from '../../../closure/aim/weighted-movers.js';

/** 200 cases: the event occurs in half of those with `helps` and in no others. Every third case has `noise`. */
function makeCases(weight: number): WeightedCase[] {
  return Array.from({ length: 200 }, (_, i) => ({
    features: new Set(['always', ...(i % 4 === 0 ? ['helps'] : []), ...(i % 3 === 0 ? ['noise'] : [])]),
    weight,
    chance: i % 4 === 0 ? 0.5 : 0,
  }));
}

it('weighted predictors include only the feature that affects an event', () => {
  const [predictor, ...others] = findWeightedPredictors(makeCases(1));
  expect(predictor).toMatchObject({ feature: 'helps', withIt: 0.5, without: 0 });
  expect(others).toEqual([]);
});

it('a case contributes in proportion to its weight', () => {
  const [helps] = findWeightedPredictors(makeCases(1));
  const [heavier] = findWeightedPredictors(makeCases(7));
  expect(heavier!.bits).toBeCloseTo(helps!.bits, 12);
  const mixed = makeCases(1).map((weightedCase, i) =>
    i % 4 === 0 && i % 8 !== 0 ? { ...weightedCase, weight: 3, chance: 0 } : weightedCase,
  );
  expect(findWeightedPredictors(mixed).find(({ feature }) => feature === 'helps')!.withIt).toBeCloseTo(
    0.125,
    12,
  );
});

it('there are no weighted predictors when chance alone explains the observations', () => {
  const uniform = makeCases(1).map((weightedCase, i) => ({ ...weightedCase, chance: i % 5 === 0 ? 1 : 0 }));
  expect(findWeightedPredictors(uniform)).toEqual([]);
});
