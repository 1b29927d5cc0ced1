import { LimitedCaller, type TestLimits } from '../../harness/workers/index.js';
import type { ScenarioSize } from '../shrink/scenario-size.js';
import type { CaseJob, CaseResult } from './case-job.js';
import type { CaseRunner, CaseWatch } from './case-runner.js';

/** A job and the run in which its failure occurred. */
export interface CaseRequest {
  readonly job: CaseJob;
  readonly suite: string;
  /** Hashes of the suite and configuration files, as in a batch. */
  readonly suiteHash?: string;
  readonly configHash?: string;
}

/** The grace period after the budget. A search stops on its own once its current test finishes. */
export const GRACE_MS = 10_000;

/** Runs jobs in a separate thread, so that none can exceed its time limit or crash this process. */
export class CaseThread {
  private readonly calls: LimitedCaller<CaseRequest, CaseResult>;

  constructor(private readonly limits: TestLimits) {
    this.calls = new LimitedCaller('failures/triage/triage-worker.js', limits);
  }

  /** Rejects if the job crashes its thread. The next job starts a new thread. */
  async run(request: CaseRequest, { signal, onStep }: CaseWatch = {}): Promise<CaseResult> {
    const { job } = request;
    const ms = job.kind === 'shrink' ? job.budgetMs + GRACE_MS : this.limits.ms;
    const onMessage = (message: string): void => onStep?.({ size: JSON.parse(message) as ScenarioSize });
    const outcome = await this.calls.call(request, {
      ms,
      onMessage,
      ...(signal === undefined ? {} : { signal }),
    });
    if ('value' in outcome) return outcome.value;
    throw new Error(outcome.lost.startsWith('timeout: ') ? 'exceeded its time budget' : outcome.lost);
  }

  close(): Promise<void> {
    return this.calls.close();
  }

  /** Returns a runner for the jobs of one run. */
  forRun(run: Omit<CaseRequest, 'job'>): CaseRunner {
    return {
      concurrency: 1,
      closed: false,
      run: (job, watch) => this.run({ ...run, job }, watch),
      close: () => this.close(),
    };
  }
}
