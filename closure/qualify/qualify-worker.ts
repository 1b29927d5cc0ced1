import '../../harness/basics/thread-start.js';
import { openCorpus } from '../../harness/programs/index.js';
import { makeLimitedTask } from '../../harness/workers/index.js';
import type { FaultId } from '../../transactions/index.js';
import { type FaultPlan, qualifyFault } from './qualify-fault.js';

const corpus = openCorpus();

/** A task for a worker: a fault to qualify. */
export interface QualifyTask {
  readonly id: FaultId;
  readonly plan: FaultPlan;
}

export const runTask = makeLimitedTask(({ id, plan }: QualifyTask) => qualifyFault(id, plan, corpus));
