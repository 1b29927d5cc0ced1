import '../../harness/basics/thread-start.js';
import { openConfigInThread } from '../../harness/extension/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import type { FaultId } from '../../transactions/index.js';
import { type FaultPlan, type FaultVerdict, qualifyFault } from './qualify-fault.js';

const corpus = openCorpus();

/** A task for a worker: a fault to qualify. */
export interface QualifyTask {
  readonly id: FaultId;
  readonly plan: FaultPlan;
}

/** Runs a task in a pool worker. */
export async function runTask({ id, plan }: QualifyTask): Promise<FaultVerdict> {
  await openConfigInThread();
  return qualifyFault(id, plan, corpus);
}
