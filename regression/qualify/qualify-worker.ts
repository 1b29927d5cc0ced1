import '../basics/load-by-import.js';
import type { FaultId } from '../../transactions/index.js';
import { openConfigInThread } from '../extension/opened-config.js';
import type { OrderFault } from '../order-faults/order-faults.js';
import { type OrderFaultPlan, type OrderFaultVerdict, searchFault } from '../order-faults/search-fault.js';
import { openCorpus } from '../programs/corpus-files.js';
import type { PlannedTest } from '../records/plan.js';
import { type CleanWaves, runCleanTests } from './clean-waves.js';
import { type FaultPlan, type FaultVerdict, qualifyFault } from './qualify-fault.js';

const corpus = openCorpus();

/** A fault, a fault in its small scene, or tests without faults, for a worker. */
export type QualifyTask =
  | { readonly kind: 'fault'; readonly id: FaultId; readonly plan: FaultPlan }
  | { readonly kind: 'order'; readonly row: OrderFault; readonly plan: OrderFaultPlan }
  | { readonly kind: 'clean'; readonly tests: readonly PlannedTest[] };

/** Task of the worker pool. */
export async function runTask(task: QualifyTask): Promise<FaultVerdict | OrderFaultVerdict | CleanWaves> {
  await openConfigInThread();
  switch (task.kind) {
    case 'fault':
      return qualifyFault(task.id, task.plan, corpus);
    case 'order':
      return searchFault(task.row, task.plan);
    case 'clean':
      return runCleanTests(task.tests, corpus);
    default:
      return task satisfies never;
  }
}
