import { describe, expect, it } from 'vitest';
import { computeMutualInformation, FeatureOdds } from '../../../closure/aim/feature-odds.js';

/**
 * Learns from 40 tests. Every fourth test has `way` and reaches the goal, the others have `bar`, and every third test
 * has `noise`.
 */
function learnOdds(): FeatureOdds {
  const odds = new FeatureOdds(2);
  for (let test = 0; test < 40; test++) {
    const features = new Set([
      'always',
      ...(test % 4 === 0 ? ['way'] : []),
      ...(test % 3 === 0 ? ['noise'] : []),
      ...(test % 4 === 0 ? [] : ['bar']),
    ]);
    odds.learn(features, [test % 4 === 0, false]);
  }
  return odds;
}

describe('FeatureOdds', () => {
  it('lists the most informative features first, with the fraction of tests that reach the goal', () => {
    const [bar, way, noise] = learnOdds().findMovers(0, 3);
    expect(bar).toMatchObject({ feature: 'bar', withIt: 0, without: 1 });
    expect(way).toEqual({ feature: 'way', bits: expect.closeTo(0.811, 3), withIt: 1, without: 0 });
    expect(noise!.bits).toBeLessThan(0.01);
  });

  it('lists a mover as evident only if chance alone does not explain its effect', () => {
    expect(learnOdds().findEvidentMovers(0, 3)).toMatchObject([{ feature: 'way' }]);
    const smallSample = new FeatureOdds(1);
    for (let test = 0; test < 6; test++) smallSample.learn(new Set(test < 2 ? ['way'] : []), [test < 2]);
    expect([smallSample.findMovers(0, 3).length, smallSample.findEvidentMovers(0, 3)]).toEqual([1, []]);
  });

  it('scores a test with an informative feature above one without', () => {
    const odds = learnOdds();
    expect(odds.score(new Set(['way']))).toBeGreaterThan(odds.score(new Set(['noise', 'always'])));
  });

  it('lists nothing for a goal that no test reached', () => {
    expect(learnOdds().findMovers(1, 5)).toEqual([]);
  });
});

it('measures one bit of mutual information for identical halves, and none for independent ones', () => {
  expect(computeMutualInformation(8, 8, 8, 16)).toBeCloseTo(1, 12);
  expect(computeMutualInformation(0, 8, 8, 16)).toBeCloseTo(1, 12);
  expect(computeMutualInformation(4, 8, 8, 16)).toBeCloseTo(0, 12);
});
