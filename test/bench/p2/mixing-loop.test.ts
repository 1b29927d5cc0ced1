import { expect, it } from 'vitest';
import { computeExpectedSum } from '../../../bench/p2/mixing-loop.js';
import { computeSumInModel } from '../../../bench/p2/scalar-unit.js';
import { makeThumbCore } from '../../../bench/p2/thumb-core.js';

it('computes the same sum in the model, in rp2040js and in plain arithmetic', () => {
  expect(computeSumInModel()).toBe(computeExpectedSum());
  const run = makeThumbCore();
  expect([run().sum, run().sum]).toEqual([computeExpectedSum(), computeExpectedSum()]);
});
