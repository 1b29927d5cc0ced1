import '../../harness/basics/thread-start.js';
import { parentPort } from 'node:worker_threads';
import { openConfigInThread } from '../../harness/extension/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import type { WithTicket, WorkerMessage } from '../../harness/workers/index.js';
import { addChoices, judgeRuns, type ProgramVerdict, runProgram } from './check-program.js';
import type { CheckPlan } from './check-runs.js';
import type { CheckSubject } from './check-subjects.js';
import { addListings } from './isa-listing.js';
import type { RunReports } from './run-report.js';

const corpus = openCorpus();

export interface CheckTask {
  readonly subject: CheckSubject;
  readonly plan: CheckPlan;
  /** `runs` only executes this part of the plan, without judging it. */
  readonly output: 'runs' | 'verdict';
  /** For a verdict, the runs of all parts if other tasks executed them; if absent, this task executes them itself. */
  readonly parts?: readonly RunReports[];
}

/** The result of a `CheckTask`, as requested by its `output`. */
export type CheckOutcome = { readonly runs: RunReports } | { readonly verdict: ProgramVerdict };

/** Runs a task of the worker pool: checks a program in all its variants, or only executes part of its runs. */
export async function runTask(task: WithTicket<CheckTask>): Promise<CheckOutcome> {
  const { subject, plan, ticket, output } = task;
  await openConfigInThread();
  parentPort?.postMessage({ ticket, began: true } satisfies WorkerMessage);
  const parts = task.parts ?? [runProgram(subject, plan, corpus)];
  if (output === 'runs') return { runs: parts[0]! };
  const verdict = addChoices(judgeRuns(parts, subject, plan, corpus), subject, plan, corpus);
  return { verdict: plan.isa === true ? addListings(verdict, subject, plan, corpus) : verdict };
}
