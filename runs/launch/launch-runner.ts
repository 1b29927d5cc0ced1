import type { CaseRequest, CaseResult, CaseRunner } from '../../failures/triage/index.js';
import type { Batch, BatchResult, BatchRunner } from '../../harness/workers/index.js';
import type { LaunchedWorker } from './pending-work.js';
import { type LaunchOptions, WorkerSlots } from './worker-slots.js';

/** Launches workers, and runs batches, reruns and triage jobs on them. */
export class LaunchRunner implements BatchRunner {
  private readonly slots: WorkerSlots;
  /** The workers that ran batches with tests to rerun, keyed by the batch's first test. */
  private readonly workerByFirst = new Map<number, LaunchedWorker>();

  constructor(private readonly options: LaunchOptions) {
    this.slots = new WorkerSlots(options);
  }

  get closed(): boolean {
    return this.slots.closed;
  }

  /** Runs a batch. A repeated batch has priority, and goes to a different worker if there is one. */
  async run(batch: Batch): Promise<BatchResult> {
    const { first } = batch;
    const isRepeat = batch.again === true;
    const avoidedWorker = isRepeat ? this.workerByFirst.get(first) : undefined;
    if (isRepeat) this.workerByFirst.delete(first);
    const { answer, worker } = await this.slots.ask({ batch }, isRepeat, avoidedWorker);
    const { result } = answer as { readonly result: BatchResult };
    if (!isRepeat && result.digests.length > 0) this.workerByFirst.set(first, worker);
    return result;
  }

  /** Stops the workers, and resolves when all of them have exited. */
  close(): Promise<void> {
    return this.slots.close();
  }

  /** Returns a runner for triage jobs on a run's failures, which runs at most one per worker at a time. */
  createCaseRunner(run: Omit<CaseRequest, 'job'>): CaseRunner {
    const { slots, options } = this;
    return {
      concurrency: options.workers,
      get closed() {
        return slots.closed;
      },
      run: async (job, { signal }) => {
        try {
          const { answer } = await rejectOnAbort(slots.ask({ about: { ...run, job } }), signal);
          return (answer as { readonly found: CaseResult }).found;
        } catch (error) {
          // An error on a worker's machine only fails this job.
          throw slots.closed ? error : new Error((error as Error).message);
        }
      },
      close: () => slots.close(),
    };
  }
}

/** Rejects if the signal aborts first. The work itself continues, and its result is ignored. */
function rejectOnAbort<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('interrupted'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
