import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type Job, reachMutants, runMutantTests } from './job.js';
import { PatchedModules } from './modules.js';

/** What a worker sends: that a test began, or the results of a job. */
export type WorkerMessage = 'began' | readonly unknown[];

const send = (message: WorkerMessage): unknown => process.send!(message);
const modules = new PatchedModules(mkdtempSync(join(process.argv[2]!, 'process-')));

process.on('message', async (job: Job) => {
  const begin = (): unknown => send('began');
  // A mutant may already hang while it is loaded. The unmodified model does not, and its probes take long to load.
  if (job.kind === 'judge') begin();
  send(
    await (job.kind === 'reach' ? reachMutants(job, modules, begin) : runMutantTests(job, modules, begin)),
  );
});
