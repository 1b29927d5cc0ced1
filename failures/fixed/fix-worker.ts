import '../../harness/basics/thread-start.js';
import { openBatchSuite } from '../../harness/suite-files/index.js';
import { makeLimitedTask } from '../../harness/workers/index.js';
import { type CaseOutcome, type FixCase, tryCase } from './try-case.js';

/** A case, and the suite whose rules check it. */
export interface FixTask extends FixCase {
  readonly suite: string;
  readonly suiteHash?: string;
}

/** The worker task that reruns a stored failure under many schedules. */
export const runTask = makeLimitedTask(async (task: FixTask, begin): Promise<CaseOutcome> => {
  await openBatchSuite(task.suite, task.suiteHash);
  return tryCase(task, begin);
});
