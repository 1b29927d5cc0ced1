import '../../harness/basics/thread-start.js';
import { openConfigInThread } from '../../harness/extension/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';
import type { FaultId } from '../../transactions/index.js';
import {
  type CleanResults,
  type FaultPlan,
  type FaultVerdict,
  qualifyFault,
  runCleanTests,
} from './qualify-fault.js';

const corpus = openCorpus();

/** A task for a worker: qualify one fault, or run clean tests. */
export type QualifyTask =
  | { readonly kind: 'fault'; readonly id: FaultId; readonly plan: FaultPlan }
  | { readonly kind: 'clean'; readonly tests: readonly PlannedTest[] };

/** Runs a task in a pool worker. */
export async function runTask(task: QualifyTask): Promise<FaultVerdict | CleanResults> {
  await openConfigInThread();
  switch (task.kind) {
    case 'fault':
      return qualifyFault(task.id, task.plan, corpus);
    case 'clean':
      return runCleanTests(task.tests, corpus);
    default:
      return task satisfies never;
  }
}
