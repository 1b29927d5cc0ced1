import type { ShrinkOptions } from '../shrink/shrink.js';
import { type CaseJob, type CaseResult, runCase } from './case-job.js';

/** Runs triage jobs. */
export interface CaseRunner {
  /** The maximum number of concurrent jobs. */
  readonly concurrency: number;
  /** Whether the runner has stopped accepting jobs. */
  readonly closed: boolean;
  /**
   * Runs a job. Rejects if the job crashes its thread or the signal aborts it. Calls `onStep` if the runner receives
   * progress updates.
   */
  run(job: CaseJob, watch: CaseWatch): Promise<CaseResult>;
  close(): Promise<void>;
}

/** Observes a job and can abort it. */
export interface CaseWatch extends Pick<ShrinkOptions, 'signal'> {
  readonly onStep?: (best: Pick<Parameters<NonNullable<ShrinkOptions['onStep']>>[0], 'size'>) => void;
}

/** Runs jobs in this thread. A signal stops a search, which then returns its best case so far. */
export const LOCAL_RUNNER: CaseRunner = {
  concurrency: 1,
  closed: false,
  run: runCase,
  close: async () => undefined,
};
