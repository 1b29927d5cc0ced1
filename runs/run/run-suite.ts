import { present } from '../../arch/index.js';
import { findRemovedFaults } from '../../harness/one-test/index.js';
import {
  checkForUndetectedFault,
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
import { type BatchRunner, createPool, type PoolOptions, RerunChecker } from '../../harness/workers/index.js';
import { type LaunchRunner, launchWorkers } from '../launch/launch-runner.js';
import { connectQueueRunner } from '../queue/queue-runner.js';
import { Run } from './run.js';
import { RunStore } from './run-store.js';
import { copyScenarios } from './stored-scenarios.js';

/** The number of second runs after which their worker is replaced. Its caches would otherwise grow for hours. */
const SECOND_RUNS_PER_WORKER = 20;

/**
 * Runs a suite's selected tests on a worker pool and writes the run directory. The results do not depend on
 * `workers`.
 */
export async function runSuite(request: RunRequest, watch: RunWatch = {}): Promise<RunReport> {
  const slice = getPlanSlice(request);
  const store = RunStore.create(request.outDir, createManifest(request));
  copyStoredScenarios(request);
  return runInStore(request, slice, store, watch);
}

function copyStoredScenarios({ again: rerunOf, outDir, list, overrides }: RunRequest): void {
  if (rerunOf === undefined) return;
  const past = openPastRun(rerunOf.directory);
  const filter = list && { ids: new Set(list.map(formatTestId)) };
  copyScenarios(past, outDir, { ...filter, removed: findRemovedFaults(past.manifest, overrides) });
}

/** Runs the tests that `past` did not finish, and writes to the given store. Always releases the store. */
export async function runInStore(
  request: RunRequest,
  slice: PlanSlice,
  store: RunStore,
  watch: RunWatch,
  past?: PastRun,
): Promise<RunReport> {
  const runningTests = new RunningTests();
  let run: Run | undefined;
  watch.onStart?.({
    request,
    planned: slice.count,
    kept: past?.tests ?? 0,
    keptMs: past?.elapsedMs ?? 0,
    slowest: () => runningTests.getSlowest(),
  });
  const { workers, limits, workerFile, suiteFile, config } = request;
  const { launch: template, queue: url, queueKey: key } = request;
  // More workers than tests would only add start-up time.
  const usefulWorkers = Math.max(1, Math.min(workers, slice.count - (past?.tests ?? 0)));
  const startPool = (size: number, poolOptions: Partial<PoolOptions> = {}): BatchRunner =>
    createPool({ workers: size, limits, ...poolOptions, ...present({ workerFile }) });
  let launched: LaunchRunner | undefined;
  let pool: BatchRunner | undefined;
  // Reruns use a different worker: a launched one if there are several, otherwise a thread in this process.
  let thread: BatchRunner | undefined;
  const secondRuns = new RerunChecker(() => {
    if (launched !== undefined && usefulWorkers > 1) return launched;
    thread = startPool(1, { testsPerWorker: SECOND_RUNS_PER_WORKER });
    return thread;
  });
  const close = (): Promise<unknown> => Promise.all([pool?.close(), thread?.close()]);
  watch.abortSignal?.addEventListener('abort', close);
  try {
    const shared = { limits, signal: watch.signal, onNote: watch.onWait };
    if (template !== undefined)
      launched = launchWorkers({
        ...shared,
        template,
        workers: usefulWorkers,
        needed: { suiteFile, config },
        ...(request.timeMs === undefined ? {} : { times: { start: request.timeMs } }),
      });
    pool =
      url === undefined
        ? (launched ?? startPool(usefulWorkers, { watch: runningTests }))
        : await connectQueueRunner({ ...shared, url, key });
    run = new Run(request, slice, store, pool, secondRuns, watch, runningTests);
    if (past !== undefined) run.keep(past);
    await run.warmUp();
    const report = await run.runToEnd();
    return { ...report, ...checkForUndetectedFault(report, () => getPlanSlice(request)) };
  } finally {
    watch.abortSignal?.removeEventListener('abort', close);
    await close();
    store.release();
  }
}
