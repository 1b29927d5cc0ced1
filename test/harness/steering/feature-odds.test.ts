import { describe, expect, it } from 'vitest';
import { computeMutualInformation, FeatureOdds } from '../../../harness/steering/feature-odds.js';

/**
 * Learns from 40 tests. Every fourth test has `helps` and reaches the goal, all others have `hurts`, and every third
 * test has `noise`.
 */
function learnOdds(): FeatureOdds {
  const odds = new FeatureOdds(2);
  for (let test = 0; test < 40; test++) {
    const features = new Set([
      'always',
      ...(test % 4 === 0 ? ['helps'] : []),
      ...(test % 3 === 0 ? ['noise'] : []),
      ...(test % 4 === 0 ? [] : ['hurts']),
    ]);
    odds.learn(features, [test % 4 === 0 ? 1 : 0, 0]);
  }
  return odds;
}

describe('FeatureOdds', () => {
  it('lists the most informative features first, with the fraction of tests that reach the goal', () => {
    const [helps, hurts, noise] = learnOdds().findBestPredictors(0, 3);
    expect(hurts).toMatchObject({ feature: 'hurts', withIt: 0, without: 1 });
    expect(helps).toEqual({ feature: 'helps', bits: expect.closeTo(0.811, 3), withIt: 1, without: 0 });
    expect(noise!.bits).toBeLessThan(0.01);
  });

  it('reports a predictor as significant only if its effect is unlikely to be due to chance', () => {
    expect(learnOdds().findSignificantPredictors(0, 3)).toMatchObject([{ feature: 'helps' }]);
    const smallSample = new FeatureOdds(1);
    for (let test = 0; test < 6; test++)
      smallSample.learn(new Set(test < 2 ? ['helps'] : []), [test < 2 ? 1 : 0]);
    expect([
      smallSample.findBestPredictors(0, 3).length,
      smallSample.findSignificantPredictors(0, 3),
    ]).toEqual([1, []]);
  });

  it('scores a test with an informative feature higher than one without it', () => {
    const odds = learnOdds();
    expect(odds.score(new Set(['helps']))).toBeGreaterThan(odds.score(new Set(['noise', 'always'])));
  });

  it('lists nothing for a goal that no test reached', () => {
    expect(learnOdds().findBestPredictors(1, 5)).toEqual([]);
  });
});

it('mutual information is one bit for identical even splits and zero for independent ones', () => {
  expect(computeMutualInformation(8, 8, 8, 16)).toBeCloseTo(1, 12);
  expect(computeMutualInformation(0, 8, 8, 16)).toBeCloseTo(1, 12);
  expect(computeMutualInformation(4, 8, 8, 16)).toBeCloseTo(0, 12);
});

/** A test with its features, the number of tests that it represents, and the likelihood that it hits the goal. */
interface Case {
  readonly features: ReadonlySet<string>;
  readonly weight: number;
  readonly chance: number;
}

function findPredictors(cases: readonly Case[]) {
  const odds = new FeatureOdds(1);
  for (const { features, weight, chance } of cases) odds.learn(features, [chance], weight);
  return odds.findSignificantPredictors(0, 9);
}

/** 200 cases: the event occurs in half of those with `helps` and in no others. Every third case has `noise`. */
function makeCases(weight: number): Case[] {
  return Array.from({ length: 200 }, (_, i) => ({
    features: new Set(['always', ...(i % 4 === 0 ? ['helps'] : []), ...(i % 3 === 0 ? ['noise'] : [])]),
    weight,
    chance: i % 4 === 0 ? 0.5 : 0,
  }));
}

it('weighted predictors include only the feature that affects an event', () => {
  const [predictor, ...others] = findPredictors(makeCases(1));
  expect(predictor).toMatchObject({ feature: 'helps', withIt: 0.5, without: 0 });
  expect(others).toEqual([]);
});

it('a case contributes in proportion to its weight', () => {
  const [helps] = findPredictors(makeCases(1));
  const [heavier] = findPredictors(makeCases(7));
  expect(heavier!.bits).toBeCloseTo(helps!.bits, 12);
  const mixed = makeCases(1).map((weightedCase, i) =>
    i % 4 === 0 && i % 8 !== 0 ? { ...weightedCase, weight: 3, chance: 0 } : weightedCase,
  );
  expect(findPredictors(mixed).find(({ feature }) => feature === 'helps')!.withIt).toBeCloseTo(0.125, 12);
});

it('there are no weighted predictors when chance alone explains the observations', () => {
  const uniform = makeCases(1).map((weightedCase, i) => ({ ...weightedCase, chance: i % 5 === 0 ? 1 : 0 }));
  expect(findPredictors(uniform)).toEqual([]);
});
