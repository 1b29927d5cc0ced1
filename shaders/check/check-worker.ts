import '../../base/basics/load-by-import.js';
import { parentPort } from 'node:worker_threads';
import { openConfigInThread } from '../../harness/extension/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import type { Ticketed, WorkerWord } from '../../harness/workers/index.js';
import { checkProgram, type ProgramVerdict } from './check-program.js';
import type { CheckPlan } from './check-runs.js';
import type { CheckSubject } from './check-subjects.js';
import { withChoices } from './choices-of-findings.js';

const corpus = openCorpus();

/** One program for a worker. */
export interface CheckTask {
  readonly subject: CheckSubject;
  readonly plan: CheckPlan;
}

/** The worker pool's task: one program with all its variants. */
export async function runTask({ subject, plan, ticket }: Ticketed<CheckTask>): Promise<ProgramVerdict> {
  await openConfigInThread();
  parentPort?.postMessage({ ticket, began: true } satisfies WorkerWord);
  return withChoices(checkProgram(subject, plan, corpus), subject, plan, corpus);
}
