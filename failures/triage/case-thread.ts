import { present } from '../../arch/index.js';
import { type BestEffortSteps, runAfter as startTimer } from '../../harness/basics/index.js';
import type { RunReport, RunRequest } from '../../harness/run-directory/index.js';
import { LimitedCaller } from '../../harness/workers/index.js';
import type { ScenarioSize } from '../shrink/scenario-size.js';
import type { CaseRequest, CaseResult, CaseRunner } from './case-job.js';
import { type TriageOptions, triage } from './triage.js';

/**
 * Triages a finished run in a separate thread, so that it cannot exceed its time limit or crash this process. A signal
 * stops it immediately.
 */
export async function triageRun(
  report: RunReport,
  { budgetMs, signal, ...options }: Omit<TriageOptions, 'runner'>,
  steps: BestEffortSteps,
): Promise<void> {
  const deadline = new AbortController();
  const timer = startTimer(budgetMs + GRACE_MS, () => deadline.abort());
  const stopSignal = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
  const runner = createThreadRunner(report.request);
  try {
    const onUntriaged = (line: string): void => steps.recordMissing('triage', new Error(line));
    await triage(report, { ...options, runner, budgetMs, signal: stopSignal, onUntriaged });
  } catch (error) {
    steps.recordMissing('triage', error);
  } finally {
    clearTimeout(timer);
    await runner.close();
  }
  if (signal?.aborted === true) steps.recordMissing('triage', new Error('interrupted'));
  else if (deadline.signal.aborted) steps.recordMissing('triage', new Error('exceeded its time budget'));
}

/** The grace period after the budget. A search stops on its own once its current test finishes. */
const GRACE_MS = 10_000;

/** Runs the jobs of a run in a separate thread. A job that crashes its thread is rejected, and the next starts a new one. */
function createThreadRunner({ suite, suiteFile, config, limits }: RunRequest): CaseRunner {
  const calls = new LimitedCaller<CaseRequest, CaseResult>('failures/triage/triage-worker.js', limits);
  const run = { suite, ...present({ suiteHash: suiteFile?.hash, configHash: config?.hash }) };
  return {
    async run(job, { signal, onStep }) {
      const onMessage = (message: string): void => onStep?.({ size: JSON.parse(message) as ScenarioSize });
      const ms = job.budgetMs + GRACE_MS;
      const outcome = await calls.call({ ...run, job }, { ms, onMessage, ...(signal && { signal }) });
      if ('value' in outcome) return outcome.value;
      throw new Error(outcome.lost.startsWith('timeout: ') ? 'exceeded its time budget' : outcome.lost);
    },
    close: () => calls.close(),
  };
}
