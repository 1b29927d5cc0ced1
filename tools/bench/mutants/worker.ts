import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type Job, type JobMessage, reachMutants, runMutantTests } from './job.js';
import { PatchedModules } from './modules.js';

/** If array memory exceeds this many bytes, the thread exits and is replaced by a new one. */
const MAX_ARRAY_BYTES = 2 ** 31;

const { job, folder } = workerData as { readonly job: Job; readonly folder: string };
const modules = new PatchedModules(mkdtempSync(join(folder, 'thread-')));
const post = (message: JobMessage): void => parentPort!.postMessage(message);
if (job.kind === 'reach') for await (const reached of reachMutants(job, modules)) post({ reached });
else
  for (const task of job.tasks) {
    for await (const outcome of runMutantTests(task, modules)) post({ outcome });
    post('judged');
    if (process.memoryUsage().arrayBuffers > MAX_ARRAY_BYTES) break;
  }
post('done');
