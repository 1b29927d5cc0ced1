import type { FailingCase, FailureProbe } from '../../../failures/shrink/failure-probe.js';
import { isSmaller } from '../../../failures/shrink/scenario-size.js';
import { repeatPass, Search } from '../../../failures/shrink/search.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';

const makeCase = (waves: number): FailingCase =>
  ({ scenario: createSmallScenario(), size: { waves, primitives: 2, draws: 1 } }) as unknown as FailingCase;

test('a pass with endless candidates stops once a candidate is no smaller', async () => {
  const cases = [5, 3, 3, 4, 2].map(makeCase);
  let triedCount = 0;
  const probe = { reproduce: async () => cases[triedCount++], hasExpired: () => triedCount >= cases.length };
  const search = new Search(probe as unknown as FailureProbe, () => undefined);
  const zeroCost = () => 0;
  const step = repeatPass(({ scenario }) => [scenario], zeroCost, isSmaller);
  expect(await step(makeCase(6), search)).toBe(cases[1]);
  expect(triedCount).toBe(3);
});
