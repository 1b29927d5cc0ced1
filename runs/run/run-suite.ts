import { type CaseRunner, getCaseSource } from '../../failures/triage/index.js';
import { findRemovedFaults } from '../../harness/one-test/index.js';
import {
  checkUnseenFault,
  createManifest,
  getPlanSlice,
  openPastRun,
  type PastRun,
  type PlanSlice,
  RunningTests,
  type RunReport,
  type RunRequest,
  type RunWatch,
} from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import { type BatchRunner, createPool, type PoolOptions, SecondRuns } from '../../harness/workers/index.js';
import type { LaunchRunner } from '../launch/launch-runner.js';
import { launchWorkers } from '../launch/launched-workers.js';
import { connectQueueRunner } from '../queue/queue-runner.js';
import { Run } from './run.js';
import { RunStore } from './run-store.js';
import { copyScenarios } from './stored-scenarios.js';

/** Observes a run and can take over its workers. */
export interface LaunchWatch extends RunWatch {
  /**
   * Receives the launched workers after the last test, for triage. Without it, or if the run fails, they stop
   * with the run.
   */
  readonly keepWorkers?: (cases: CaseRunner) => void;
}

/**
 * Runs the selected tests of a suite on a pool and writes the run directory. The results do not depend on
 * `workers`.
 */
export async function runSuite(request: RunRequest, watch: LaunchWatch = {}): Promise<RunReport> {
  const part = getPlanSlice(request);
  const store = RunStore.create(request.outDir, createManifest(request));
  copyStoredScenarios(request);
  return runInStore(request, part, store, watch);
}

/** Copies the scenarios that the repeated run stored for its failed tests. */
function copyStoredScenarios({ again, outDir, list, overrides }: RunRequest): void {
  if (again === undefined) return;
  const past = openPastRun(again.directory);
  const filter = list && { ids: new Set(list.map(formatTestId)) };
  copyScenarios(past, outDir, { ...filter, removed: findRemovedFaults(past.manifest, overrides) });
}

/** Runs the tests that `past` did not finish, writing to the given store. Always releases the store. */
export async function runInStore(
  request: RunRequest,
  part: PlanSlice,
  store: RunStore,
  watch: LaunchWatch,
  past?: PastRun,
): Promise<RunReport> {
  const runningTests = new RunningTests();
  let run: Run | undefined;
  watch.onStart?.({
    request,
    planned: part.count,
    kept: past?.tests ?? 0,
    keptMs: past?.elapsedMs ?? 0,
    slowest: () => runningTests.slowest(),
    secondsLeft: () => run?.secondsLeft(),
  });
  const { workers, limits, workerFile } = request;
  // More workers than tests would only add start-up time.
  const usefulWorkers = Math.max(1, Math.min(workers, part.count - (past?.tests ?? 0)));
  const start = (size: number, poolOptions: Pick<PoolOptions, 'watch'> = {}): BatchRunner =>
    createPool({
      workers: size,
      limits,
      ...poolOptions,
      ...(workerFile === undefined ? {} : { workerFile }),
    });
  let launched: LaunchRunner | undefined;
  let pool: BatchRunner | undefined;
  // Second runs use another worker: a launched one if there are several, otherwise a thread in this process.
  let thread: BatchRunner | undefined;
  const secondRuns = new SecondRuns(() => {
    if (launched !== undefined && usefulWorkers > 1) return launched;
    thread = start(1);
    return thread;
  });
  const close = (): Promise<unknown> => Promise.all([pool?.close(), thread?.close()]);
  watch.abandon?.addEventListener('abort', close);
  try {
    launched = createLaunchRunner(request, usefulWorkers, watch);
    pool =
      (await openQueueRunner(request, past !== undefined, watch)) ??
      launched ??
      start(usefulWorkers, { watch: runningTests });
    run = new Run(request, part, store, pool, secondRuns, watch, runningTests);
    if (past !== undefined) run.keep(past);
    await run.warmUp();
    const report = await run.runToEnd();
    const complete = { ...report, ...checkUnseenFault(report, () => getPlanSlice(request)) };
    if (launched !== undefined && watch.keepWorkers !== undefined) {
      watch.keepWorkers(launched.casesOf(getCaseSource(request)));
      pool = undefined;
    }
    return complete;
  } finally {
    watch.abandon?.removeEventListener('abort', close);
    await close();
    store.release();
  }
}

/** Connects to the run's queue; undefined if it has none. */
async function openQueueRunner(
  { runId: run, queue: url, queueKey: key, limits }: RunRequest,
  resumes: boolean,
  { onWait, signal }: RunWatch,
): Promise<BatchRunner | undefined> {
  if (url === undefined) return undefined;
  return connectQueueRunner({
    url,
    run,
    resumes,
    key,
    limits,
    signal,
    ...(onWait === undefined ? {} : { onNote: onWait }),
  });
}

/** Creates a runner with launched workers; undefined if the run has no template. */
function createLaunchRunner(
  { launch: template, limits, suiteFile, config }: RunRequest,
  workers: number,
  { onWait, signal }: RunWatch,
): LaunchRunner | undefined {
  if (template === undefined) return undefined;
  const needed = {
    ...(suiteFile === undefined ? {} : { suiteFile }),
    ...(config === undefined ? {} : { config }),
  };
  return launchWorkers({
    template,
    workers,
    limits,
    needed,
    signal,
    ...(onWait === undefined ? {} : { onNote: onWait }),
  });
}
