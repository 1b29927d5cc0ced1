import { Worker } from 'node:worker_threads';
import type { Job, JobMessage } from './job.js';

const WATCH_MS = 500;
const HEAP_MB = 1500;

/**
 * Runs a job in a thread and passes on its messages. Terminates the thread if it sends no message for `seconds`
 * of CPU time, summed over all threads.
 */
export async function runInThread(
  job: Job,
  folder: string,
  seconds: number,
  onMessage: (message: JobMessage) => void,
): Promise<'done' | 'hung' | Error> {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: { job, folder },
    resourceLimits,
  });
  let lastMessage = getCpuSeconds();
  let hangTimer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      worker.on('message', (message: JobMessage) => {
        lastMessage = getCpuSeconds();
        if (message === 'done') resolve('done');
        else onMessage(message);
      });
      // A hung thread may run out of memory before it is terminated. That also counts as a hang.
      worker.on('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'hung' : error),
      );
      hangTimer = setInterval(() => {
        if (getCpuSeconds() - lastMessage > seconds) resolve('hung');
      }, WATCH_MS);
    });
  } finally {
    clearInterval(hangTimer);
    await worker.terminate();
  }
}

function getCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
