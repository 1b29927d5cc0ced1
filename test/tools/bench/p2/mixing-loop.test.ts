import { expect, it } from 'vitest';
import { computeExpectedSum, computeSumInModel, makeThumbCore } from '../../../../tools/bench/p2-scalar.js';

it('computes the same sum in the model, in rp2040js and in plain arithmetic', () => {
  expect(computeSumInModel()).toBe(computeExpectedSum());
  const run = makeThumbCore();
  expect([run().sum, run().sum]).toEqual([computeExpectedSum(), computeExpectedSum()]);
});
