import { Piscina } from 'piscina';
import { UsageError } from '../../transactions/index.js';
import { InfrastructureError } from '../basics/infrastructure-error.js';
import { oneLine } from '../basics/one-line.js';
import { WORKER_EXPORT } from './pool.js';

/**
 * Tasks on worker threads and their results in order; twice as many tasks as run are handed out. A reader may leave
 * early.
 */
export async function* runInOrder<Task, Result>(
  workerFile: string,
  tasks: Iterable<Task>,
  workers: number,
): AsyncGenerator<Result> {
  const pool = new Piscina<Task, Result>({
    filename: workerFile,
    name: WORKER_EXPORT,
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: 1,
  });
  try {
    const waiting: Promise<Result>[] = [];
    const source = tasks[Symbol.iterator]();
    const refill = (): void => {
      while (waiting.length < 2 * workers) {
        const next = source.next();
        if (next.done === true) return;
        const task = pool.run(next.value);
        task.catch(() => undefined);
        waiting.push(task);
      }
    };
    for (refill(); waiting.length > 0; refill()) yield await waiting.shift()!;
  } catch (error) {
    throw named(error);
  } finally {
    await pool.destroy();
  }
}

/** Errors lose their class on the way from a worker. */
function named(error: unknown): unknown {
  if (error instanceof Error && error.name === 'UsageError') return new UsageError(error.message);
  if (error instanceof Error && 'code' in error)
    return new InfrastructureError(`A worker was lost: ${oneLine(error)}`);
  return error;
}
