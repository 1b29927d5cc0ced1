import '../../harness/basics/thread-start.js';
import { parentPort } from 'node:worker_threads';
import { openConfigInThread } from '../../harness/extension/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import type { WithTicket, WorkerMessage } from '../../harness/workers/index.js';
import { addChoices, checkProgram, type ProgramVerdict } from './check-program.js';
import type { CheckPlan } from './check-runs.js';
import type { CheckSubject } from './check-subjects.js';
import { addListings } from './isa-listing.js';

const corpus = openCorpus();

export interface CheckTask {
  readonly subject: CheckSubject;
  readonly plan: CheckPlan;
}

/** Runs a task of the worker pool: checks a program in all its variants. */
export async function runTask({ subject, plan, ticket }: WithTicket<CheckTask>): Promise<ProgramVerdict> {
  await openConfigInThread();
  parentPort?.postMessage({ ticket, began: true } satisfies WorkerMessage);
  const verdict = addChoices(checkProgram(subject, plan, corpus), subject, plan, corpus);
  return plan.isa === true ? addListings(verdict, subject, plan, corpus) : verdict;
}
