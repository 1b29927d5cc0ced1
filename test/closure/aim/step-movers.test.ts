import { describe, expect, it } from 'vitest';
import type { LoggedTest } from '../../../closure/aim/logged-steps.js';
import { findStepPredictors } from '../../../closure/aim/step-movers.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';

/**
 * 200 tests from two sequences. Tests with `chip=a` or `scene=x` reach step 0. Tests from the sequence `blocked` reach
 * step 0 most often. Neither they nor tests with `chip=a` ever reach step 1.
 */
const TESTS = Array.from({ length: 200 }, (_, index): LoggedTest & { readonly features: Set<string> } => {
  const isBlocked = index % 2 === 0;
  const [hasChip, hasScene] = [isBlocked && index % 4 === 0, index % 5 === 0];
  const sequence = isBlocked ? 'blocked' : 'free';
  return {
    test: { sequence, index, seed: '0x1' },
    reference: { run: 'nightly@0x1 *', index, name: `${sequence}.${index}` },
    suite: 'nightly',
    overrides: NO_OVERRIDES,
    seconds: 1,
    reached: [hasChip || hasScene ? 1 : 0, !isBlocked && index % 3 === 0 ? 1 : 0],
    features: new Set([...(hasChip ? ['chip=a'] : []), ...(hasScene ? ['scene=x'] : [])]),
  };
});

const bySequence = new Map(
  ['blocked', 'free'].map((name) => {
    const sequenceTests = TESTS.filter(({ test }) => test.sequence === name);
    const reached = [0, 1].map((step) => sequenceTests.reduce((sum, test) => sum + test.reached[step]!, 0));
    return [name, { tests: sequenceTests.length, seconds: sequenceTests.length, reached }];
  }),
);

const listPredictors = (steps: readonly number[], name = 'state = asleep'): string[] => {
  const holeSteps = steps.map((index) => ({ name, index }));
  const features = (test: LoggedTest) => (test as (typeof TESTS)[number]).features;
  const { sequences, scene } = findStepPredictors(
    'step',
    0,
    holeSteps,
    { tests: TESTS, bySequence },
    features,
  );
  return [...sequences, ...scene].map(({ feature }) => feature);
};

describe('step predictors', () => {
  it('are listed in order of predictive power', () => {
    expect(listPredictors([])).toEqual(['blocked', 'scene=x', 'chip=a']);
  });

  it('are omitted if they prevent tests from reaching another step on the way to the hole', () => {
    expect(listPredictors([1])).toEqual(['scene=x']);
  });

  it("are omitted if they contradict one of the hole's coordinates, even if they make the step more likely", () => {
    expect(listPredictors([0], 'chip = b')).toEqual(['blocked', 'scene=x']);
    expect(listPredictors([0], 'chip = a')).toEqual(['blocked', 'scene=x', 'chip=a']);
  });
});
