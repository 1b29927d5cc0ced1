import { type BestEffortSteps, runAfter as startTimer } from '../../harness/basics/index.js';
import type { RunReport, RunRequest } from '../../harness/run-directory/index.js';
import { LimitedCaller, type TestLimits } from '../../harness/workers/index.js';
import type { ScenarioSize } from '../shrink/scenario-size.js';
import type { CaseRequest, CaseResult, CaseRunner, CaseWatch } from './case-job.js';
import { type TriageOptions, triage } from './triage.js';

/** Returns the fields of a case request that identify the run. */
export function getCaseSource({ suite, suiteFile, config }: RunRequest): Omit<CaseRequest, 'job'> {
  return {
    suite,
    ...(suiteFile === undefined ? {} : { suiteHash: suiteFile.hash }),
    ...(config === undefined ? {} : { configHash: config.hash }),
  };
}

/**
 * Triages a finished run with `options.runner`. Without a runner, or if the runner loses its workers, uses a separate
 * thread. Triage cannot exceed its time limit or crash this process. A signal stops it immediately.
 */
export async function triageRun(
  report: RunReport,
  { budgetMs, signal, runner, ...options }: TriageOptions,
  steps: BestEffortSteps,
): Promise<void> {
  const deadline = new AbortController();
  const timer = startTimer(budgetMs + GRACE_MS, () => deadline.abort());
  const stopSignal = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
  const end = performance.now() + budgetMs;
  const attempt = (caseRunner: CaseRunner): Promise<void> =>
    triage(report, {
      ...options,
      runner: caseRunner,
      budgetMs: end - performance.now(),
      signal: stopSignal,
      onUntriaged: (line) => steps.recordMissing('triage', new Error(line)),
    });
  try {
    if (runner === undefined || !(await attemptWithRunner(runner, attempt)))
      await attemptInThread(report, attempt);
  } catch (error) {
    steps.recordMissing('triage', error);
  } finally {
    clearTimeout(timer);
  }
  if (signal?.aborted === true) steps.recordMissing('triage', new Error('interrupted'));
  else if (deadline.signal.aborted) steps.recordMissing('triage', new Error('exceeded its time budget'));
}

/** Attempts triage with a runner. Returns false if the runner loses its workers. */
async function attemptWithRunner(
  runner: CaseRunner,
  attempt: (runner: CaseRunner) => Promise<void>,
): Promise<boolean> {
  if (runner.closed) return false;
  try {
    await attempt(runner);
    return true;
  } catch (error) {
    if (!runner.closed) throw error;
    return false;
  }
}

async function attemptInThread(
  { request }: RunReport,
  attempt: (runner: CaseRunner) => Promise<void>,
): Promise<void> {
  const thread = new CaseThread(request.limits).forRun(getCaseSource(request));
  try {
    await attempt(thread);
  } finally {
    await thread.close();
  }
}

/** The grace period after the budget. A search stops on its own once its current test finishes. */
const GRACE_MS = 10_000;

/** Runs jobs in a separate thread, so that none can exceed its time limit or crash this process. */
export class CaseThread {
  private readonly calls: LimitedCaller<CaseRequest, CaseResult>;

  constructor(limits: TestLimits) {
    this.calls = new LimitedCaller('failures/triage/triage-worker.js', limits);
  }

  /** Rejects if the job crashes its thread. The next job starts a new thread. */
  async run(request: CaseRequest, { signal, onStep }: CaseWatch = {}): Promise<CaseResult> {
    const onMessage = (message: string): void => onStep?.({ size: JSON.parse(message) as ScenarioSize });
    const outcome = await this.calls.call(request, {
      ms: request.job.budgetMs + GRACE_MS,
      onMessage,
      ...(signal === undefined ? {} : { signal }),
    });
    if ('value' in outcome) return outcome.value;
    throw new Error(outcome.lost.startsWith('timeout: ') ? 'exceeded its time budget' : outcome.lost);
  }

  close(): Promise<void> {
    return this.calls.close();
  }

  forRun(run: Omit<CaseRequest, 'job'>): CaseRunner {
    return {
      concurrency: 1,
      closed: false,
      run: (job, watch) => this.run({ ...run, job }, watch),
      close: () => this.close(),
    };
  }
}
