import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { yieldInOrder } from '../../../harness/workers/index.js';
import type { Job, MutantTask } from './job.js';
import type { ModelMutant } from './mutants.js';
import type { NamedTest, PoolTest, TestOutcome } from './pool.js';
import type { WorkerMessage } from './worker.js';

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

/** Number of jobs per process. Small because a process never unloads modules. */
const JOBS_PER_PROCESS = 40;

/** A test of a mutant counts as hung after this time, in milliseconds. */
const MAX_TEST_MS = 20_000;

const HEAP_MB = 1500;

/** Number of tests for each job that looks for the mutants that they reach. */
const TESTS_PER_JOB = 50;

/** Runs one job at a time in a process of its own, since a huge allocation ends more than the thread that makes it. */
class JobProcess {
  private child: ChildProcess | undefined;
  private jobs = 0;

  constructor(private readonly folder: string) {}

  /** Runs a job. Returns undefined if it hung or ran out of memory. */
  async run(job: Job): Promise<readonly unknown[] | undefined> {
    if (this.jobs++ % JOBS_PER_PROCESS === 0 || this.child?.connected === false) this.end();
    this.child ??= fork(WORKER, [this.folder], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    });
    const { child } = this;
    let timer: NodeJS.Timeout | undefined;
    const result = await new Promise<readonly unknown[] | undefined>((resolve) => {
      child.on('message', (message: WorkerMessage) => {
        clearTimeout(timer);
        if (message !== 'began') resolve(message);
        else timer = setTimeout(() => child.kill('SIGKILL'), MAX_TEST_MS);
      });
      child.on('exit', () => resolve(undefined));
      child.send(job);
    });
    clearTimeout(timer);
    child.removeAllListeners();
    if (result === undefined) this.child = undefined;
    return result;
  }

  end(): void {
    this.child?.kill();
    this.child = undefined;
  }
}

/** Runs jobs on all cores, and yields their results in order: `lost` for a job that hung or ran out of memory. */
async function* runJobs<Result extends readonly unknown[]>(
  jobs: readonly Job[],
  folder: string,
  lost: Result,
): AsyncGenerator<Result> {
  const workers = Array.from({ length: availableParallelism() }, () => new JobProcess(folder));
  const free = [...workers];
  const run = async (job: Job): Promise<Result> => {
    const worker = free.pop()!;
    const result = await worker.run(job);
    free.push(worker);
    return (result as Result | undefined) ?? lost;
  };
  try {
    yield* yieldInOrder(jobs, workers.length, run);
  } finally {
    for (const worker of workers) worker.end();
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
