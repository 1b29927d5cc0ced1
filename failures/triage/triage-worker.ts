import '../../harness/basics/thread-start.js';
import { openBatchConfig } from '../../harness/extension/index.js';
import { openBatchSuite } from '../../harness/suite-files/index.js';
import { makeLimitedTask } from '../../harness/workers/index.js';
import { type CaseRequest, runCase } from './case-job.js';

export const runTask = makeLimitedTask(async ({ job, ...run }: CaseRequest, begin, report) => {
  await openBatchConfig(run.configHash);
  await openBatchSuite(run.suite, run.suiteHash);
  begin();
  return runCase(job, { onStep: ({ size }) => report(JSON.stringify(size)) });
});
