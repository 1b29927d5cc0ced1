import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type Job, outcomesOf, type Post, patchedModel, tryTests } from './job.js';

/**
 * Maximum array memory that a thread may retain, in bytes, so that a greedy mutant leaves memory for the next
 * one.
 */
const ARRAY_BYTES_MAX = 2 ** 31;

const { job, folder } = workerData as { readonly job: Job; readonly folder: string };
const modules = patchedModel(mkdtempSync(join(folder, 'thread-')));
const post = (message: Post): void => parentPort!.postMessage(message);
if (job.kind === 'try') post({ tried: await tryTests(job, modules) });
else
  for (const task of job.tasks) {
    for await (const outcome of outcomesOf(task, job.once, modules)) post({ outcome });
    post('judged');
    if (process.memoryUsage().arrayBuffers > ARRAY_BYTES_MAX) break;
  }
post('done');
