import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { LimitedPool, yieldInOrder } from '../../../harness/workers/index.js';
import type { Job, MutantTask } from './job.js';
import type { ModelMutant } from './mutants.js';
import type { NamedTest, PoolTest, TestOutcome } from './pool.js';
import type { JobTask } from './worker.js';

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

/** Number of jobs per thread. Small because a thread never unloads modules. */
const JOBS_PER_THREAD = 40;

/** A test of a mutant counts as hung after this time. */
const LIMITS = { ms: 20_000, heapMb: 1500 };

/** Number of tests for each job that looks for the mutants that they reach. */
const TESTS_PER_JOB = 50;

/** Runs jobs on all cores, and yields their results in order: `lost` for a job that hung or ran out of memory. */
async function* runJobs<Result extends object>(
  jobs: readonly Job[],
  folder: string,
  lost: Result,
): AsyncGenerator<Result> {
  const workers = Math.min(availableParallelism(), jobs.length);
  for (let first = 0; first < jobs.length; first += workers * JOBS_PER_THREAD) {
    const options = { workers, limits: LIMITS, onLost: () => lost };
    const pool = new LimitedPool<JobTask, Result>(WORKER, options);
    pool.discardThreads();
    const tasks = jobs.slice(first, first + workers * JOBS_PER_THREAD).map((job) => ({ job, folder }));
    try {
      yield* yieldInOrder(tasks, workers, (task) => pool.run(task));
    } finally {
      await pool.close();
    }
  }
}

/** Runs the tests of each mutant, and yields their outcomes. They are deterministic, except for hangs. */
export function judgeMutants(
  tasks: readonly MutantTask[],
  folder: string,
): AsyncGenerator<readonly TestOutcome[]> {
  const jobs = tasks.map((task) => ({ kind: 'judge', ...task }) as const);
  return runJobs(jobs, folder, ['failed']);
}

/** Runs tests on the unmodified model, and returns them with the mutants that each one reaches. */
export async function reachWithTests(
  mutants: readonly ModelMutant[],
  tests: readonly NamedTest[],
  folder: string,
): Promise<readonly PoolTest[]> {
  const jobs = Array.from({ length: Math.ceil(tests.length / TESTS_PER_JOB) }, (_, i) => ({
    kind: 'reach' as const,
    mutants,
    tests: tests.slice(i * TESTS_PER_JOB, (i + 1) * TESTS_PER_JOB),
  }));
  const pool: PoolTest[] = [];
  for await (const reached of runJobs<readonly PoolTest[]>(jobs, folder, [])) {
    pool.push(...reached);
    console.error(`${pool.length} of ${tests.length} tests`);
  }
  return pool;
}
