import { compareWithFaultFree } from '../one-test/fault-effect.js';
import { openCorpus } from '../programs/corpus-files.js';
import { findApplicableFaults } from '../selection/active-faults.js';
import { findSequence } from '../selection/selection.js';
import type { PlanSlice } from './plan-slice.js';
import type { RunReport } from './run-request.js';

/** The maximum number of tests to compare with their fault-free counterparts when a fault goes undetected. */
const MAX_COMPARED = 10;

/** The maximum number of tests to examine when looking for tests that a fault applies to. */
const MAX_EXAMINED = 1000;

/** For a run with faults but no failures, checks whether the faults have any effect. Returns nothing for other runs. */
export function checkForUndetectedFault(
  { request, tally }: Pick<RunReport, 'request' | 'tally'>,
  getSlice: () => PlanSlice,
): Pick<RunReport, 'undetectedFault'> {
  if (request.overrides.faults.length === 0 || tally.passed < tally.tests) return {};
  const plan = getSlice().tests();
  const tests = Array.from({ length: Math.min(MAX_EXAMINED, tally.tests) }, () => plan.next().value!)
    .filter(
      ({ sequence }) =>
        findApplicableFaults(findSequence(sequence, request.suite), request.overrides).length > 0,
    )
    .slice(0, MAX_COMPARED);
  return { undetectedFault: compareWithFaultFree(tests, request.suite, request.overrides, openCorpus()) };
}
