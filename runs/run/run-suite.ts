import {
  manifestOf,
  openPastRun,
  type PastRun,
  type PlanPart,
  planPart,
  type RunReport,
  type RunRequest,
  type RunWatch,
  UnderWay,
  unseenFault,
} from '../../harness/run-directory/index.js';
import { testId } from '../../harness/selection/index.js';
import { type BatchRunner, createPool, type PoolOptions, SecondRuns } from '../../harness/workers/index.js';
import { launchWorkers } from '../launch/launched-workers.js';
import { connectQueueRunner } from '../queue/queue-runner.js';
import { Run } from './run.js';
import { RunStore } from './run-store.js';
import { copyScenarios } from './stored-scenarios.js';

/** Runs a suite's selected tests on a pool and writes the run directory. Results do not depend on `workers`. */
export async function runSuite(request: RunRequest, watch: RunWatch = {}): Promise<RunReport> {
  const part = planPart(request);
  const store = RunStore.create(request.outDir, manifestOf(request));
  bringScenarios(request);
  return runInStore(request, part, store, watch);
}

/** Copies what the repeated run stored of its failed tests. */
function bringScenarios({ again, outDir, list }: RunRequest): void {
  if (again === undefined) return;
  copyScenarios(openPastRun(again.directory), outDir, list && new Set(list.map(testId)));
}

/** Runs what `past` has not finished, in its directory's store; always releases the store. */
export async function runInStore(
  request: RunRequest,
  part: PlanPart,
  store: RunStore,
  watch: RunWatch,
  past?: PastRun,
): Promise<RunReport> {
  const underWay = new UnderWay();
  let run: Run | undefined;
  watch.onStart?.({
    request,
    planned: part.count,
    kept: past?.tests ?? 0,
    keptMs: past?.elapsedMs ?? 0,
    slowest: () => underWay.slowest(),
    secondsLeft: () => run?.secondsLeft(),
  });
  const { workers, limits, workerFile } = request;
  const start = (size: number, followed: Pick<PoolOptions, 'watch'> = {}): BatchRunner =>
    createPool({ workers: size, limits, ...followed, ...(workerFile === undefined ? {} : { workerFile }) });
  const second = new SecondRuns(() => start(1));
  let pool: BatchRunner | undefined;
  const close = (): Promise<unknown> => Promise.all([pool?.close(), second.close()]);
  watch.abandon?.addEventListener('abort', close);
  try {
    // More workers than tests would only cost start-up time.
    const useful = Math.max(1, Math.min(workers, part.count - (past?.tests ?? 0)));
    pool =
      (await queueRunner(request, past !== undefined, watch)) ??
      launchedRunner(request, useful, watch) ??
      start(useful, { watch: underWay });
    run = new Run(request, part, store, pool, second, watch, underWay);
    if (past !== undefined) run.keep(past);
    await run.warmUp();
    const report = await run.toEnd();
    return { ...report, ...unseenFault(report, () => planPart(request)) };
  } finally {
    watch.abandon?.removeEventListener('abort', close);
    await close();
    store.release();
  }
}

/** Undefined if the run has no queue. */
async function queueRunner(
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

/** Undefined if the run has no template. */
function launchedRunner(
  { launch: template, limits, suiteFile, config }: RunRequest,
  workers: number,
  { onWait, signal }: RunWatch,
): BatchRunner | undefined {
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
