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

it.each([
  ['include only the feature that affects an event', 8, ['helps']],
  ['are none if chance alone explains the observations', 5, []],
])('significant predictors %s', (_, interval, expected) => {
  const odds = new FeatureOdds(1);
  for (let i = 0; i < 200; i++) {
    const features = ['always', ...(i % 4 === 0 ? ['helps'] : []), ...(i % 3 === 0 ? ['noise'] : [])];
    odds.learn(new Set(features), [i % interval === 0 ? 1 : 0]);
  }
  expect(odds.findSignificantPredictors(0, 9).map(({ feature }) => feature)).toEqual(expected);
});
