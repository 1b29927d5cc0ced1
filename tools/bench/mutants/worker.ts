import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { WithTicket, WorkerMessage } from '../../../harness/workers/index.js';
import { type Job, reachMutants, runMutantTests } from './job.js';
import { PatchedModules } from './modules.js';

/** A job, and the folder for changed modules. */
export interface JobTask {
  readonly job: Job;
  readonly folder: string;
}

let modules: PatchedModules | undefined;

/** Runs a task of the worker pool. Its time limit restarts with each test. */
export function runTask({ job, folder, ticket }: WithTicket<JobTask>): Promise<readonly unknown[]> {
  modules ??= new PatchedModules(mkdtempSync(join(folder, 'thread-')));
  const begin = (): void => parentPort!.postMessage({ ticket, began: true } satisfies WorkerMessage);
  begin();
  return job.kind === 'reach' ? reachMutants(job, modules, begin) : runMutantTests(job, modules, begin);
}
