import { runAfter as afterMs, type OptionalSteps } from '../../base/basics/index.js';
import type { RunReport, RunRequest } from '../../harness/run-directory/index.js';
import type { CaseRunner } from './case-runner.js';
import { type CaseRequest, CaseThread, GRACE_MS } from './case-thread.js';
import { type TriageOptions, triage } from './triage.js';

/** The part of a case request that identifies the run. */
export function getCaseSource({ suite, suiteFile, config }: RunRequest): Omit<CaseRequest, 'job'> {
  return {
    suite,
    ...(suiteFile === undefined ? {} : { suiteHash: suiteFile.hash }),
    ...(config === undefined ? {} : { configHash: config.hash }),
  };
}

/**
 * Triages a finished run with `options.runner`. Without a runner, or once it has lost its workers, uses a separate
 * thread. Triage can neither exceed its time limit nor crash this process. A signal stops it immediately.
 */
export async function triageRun(
  report: RunReport,
  { budgetMs, signal, runner, ...options }: TriageOptions,
  after: OptionalSteps,
): Promise<void> {
  const deadline = new AbortController();
  const timer = afterMs(budgetMs + GRACE_MS, () => deadline.abort());
  const stopSignal = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
  const end = performance.now() + budgetMs;
  const attempt = (caseRunner: CaseRunner): Promise<void> =>
    triage(report, {
      ...options,
      runner: caseRunner,
      budgetMs: end - performance.now(),
      signal: stopSignal,
      onLost: (line) => after.recordMissing('triage', new Error(line)),
    });
  try {
    if (runner === undefined || !(await attemptWithRunner(runner, attempt)))
      await attemptInThread(report, attempt);
  } catch (error) {
    after.recordMissing('triage', error);
  } finally {
    clearTimeout(timer);
  }
  if (signal?.aborted === true) after.recordMissing('triage', new Error('interrupted'));
  else if (deadline.signal.aborted) after.recordMissing('triage', new Error('it exceeded its budget'));
}

/** Attempts triage with a runner. Returns false if the runner has lost its workers. */
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
