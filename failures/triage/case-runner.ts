import type { ShrinkOptions } from '../shrink/shrink.js';
import { type CaseFound, type CaseJob, runCase } from './case-job.js';

/** Answers triage's jobs. */
export interface CaseRunner {
  /** Maximum number of concurrent jobs. */
  readonly concurrency: number;
  /** Whether it accepts no more jobs. */
  readonly closed: boolean;
  /**
   * Runs a job. Rejects if the job killed its thread, or the signal ends it. `onStep` reports progress, if the runner gets any.
   */
  run(job: CaseJob, watch: CaseWatch): Promise<CaseFound>;
  close(): Promise<void>;
}

/** Observes a job, and may end it. */
export interface CaseWatch extends Pick<ShrinkOptions, 'signal'> {
  readonly onStep?: (best: Pick<Parameters<NonNullable<ShrinkOptions['onStep']>>[0], 'size'>) => void;
}

/** Answers jobs in this thread. A signal ends a search with the best case so far. */
export const CASES_HERE: CaseRunner = {
  concurrency: 1,
  closed: false,
  run: runCase,
  close: async () => undefined,
};
