import type { FailingCase } from '../../../failures/shrink/failure-probe.js';
import { lessBackground } from '../../../failures/shrink/structure-passes.js';
import type { Scenario } from '../../../transactions/index.js';
import { createGroupedScene } from '../../support/background-scene.js';

/** Creates a failing case with only the parts that the pass uses. */
const makeCase = (scenario: Scenario): FailingCase => ({ scenario }) as unknown as FailingCase;

test('background work is first removed entirely, then one item at a time', () => {
  const scenario = createGroupedScene('navi21');
  const [job] = scenario.background!.works;
  const withTwoJobs = { ...scenario, background: { ...scenario.background!, works: [job, job] } };
  const [first, ...others] = lessBackground(makeCase(withTwoJobs));
  expect(first?.background).toBeUndefined();
  expect(new Set(others.map(({ background }) => background?.works.length))).toEqual(new Set([1]));
  const { background: _, ...withoutBackground } = scenario;
  expect([...lessBackground(makeCase(withoutBackground))]).toEqual([]);
});
