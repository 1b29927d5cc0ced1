import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BaselineResult, Job, JobMessage, MutantTask } from './job.js';
import { classifyMutant, type MutantResult } from './mutant-result.js';
import type { ModelMutant } from './mutants.js';
import { chooseTests, listPoolTests, type NamedTest, type TestOutcome } from './pool.js';
import { chooseUnitTests, listUnitTestFiles } from './unit-tests.js';

/** Number of smoke tests in the pool. */
const POOL_SIZE = 60;

/** Number of mutants per thread. Small because a thread never unloads modules. */
const BATCH = 40;

/** A test counts as hung after this much CPU time plus `MAX_SLOWDOWN` times the duration of the slowest unit test. */
const HANG_SECONDS = 8;
const MAX_SLOWDOWN = 4;

const WATCH_MS = 500;
const HEAP_MB = 1500;

const HUNG: TestOutcome = { killedBy: 'hung', rules: [], differs: true };

/**
 * Tests mutants on all cores and reports each result as soon as it is known. Results are deterministic,
 * except for hangs.
 */
export async function testMutants(
  mutants: readonly ModelMutant[],
  seed: string,
  report: (result: MutantResult) => void,
): Promise<void> {
  const threads = Math.min(availableParallelism(), mutants.length);
  const folder = mkdtempSync(join(tmpdir(), 'pops-mutants-'));
  try {
    const baseline = await runBaseline(mutants, listPoolTests(seed, POOL_SIZE), folder, threads);
    for (const file of [...baseline.failed].sort())
      console.log(`skipped (fails in a thread even without a mutant): ${file}`);
    const size = Math.min(BATCH, Math.ceil(mutants.length / threads));
    let nextMutant = 0;
    const testBatches = async (): Promise<void> => {
      while (nextMutant < mutants.length) {
        const batch = mutants.slice(nextMutant, nextMutant + size).map((mutant, offset) => ({
          mutant,
          tests: chooseTests(baseline.pool, nextMutant + offset),
          unitTests: chooseUnitTests(baseline.unitTests, nextMutant + offset, mutant.file),
        }));
        nextMutant += size;
        await testBatch(batch, { folder, threads }, report);
      }
    };
    await Promise.all(Array.from({ length: threads }, testBatches));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs all tests on the unmodified model and records which mutants each one reaches. */
async function runBaseline(
  mutants: readonly ModelMutant[],
  namedTests: readonly NamedTest[],
  folder: string,
  threads: number,
): Promise<BaselineResult> {
  const files = listUnitTestFiles();
  const shards = Array.from({ length: threads }, async (_, thread): Promise<BaselineResult> => {
    const isAssigned = (_: unknown, index: number): boolean => index % threads === thread;
    const job = {
      kind: 'baseline',
      mutants,
      pool: namedTests.filter(isAssigned),
      files: files.filter(isAssigned),
    } as const;
    let baseline: BaselineResult | undefined;
    const result = await runInThread(job, folder, Number.POSITIVE_INFINITY, (message) => {
      if (typeof message === 'object' && 'baseline' in message) baseline = message.baseline;
    });
    if (baseline === undefined) throw result;
    return baseline;
  });
  const runs = await Promise.all(shards);
  // The split depends on the number of cores, but the resulting order must not.
  const unitTests = runs
    .flatMap((part) => part.unitTests)
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
  return { pool: runs.flatMap(({ pool }) => pool), unitTests, failed: runs.flatMap(({ failed }) => failed) };
}

/** Tests mutants in order, starting a new thread after each hang. */
async function testBatch(
  batch: readonly MutantTask[],
  { folder, threads }: { readonly folder: string; readonly threads: number },
  report: (result: MutantResult) => void,
): Promise<void> {
  let position = 0;
  let outcomes: TestOutcome[] = [];
  const finishMutant = (): void => {
    report(classifyMutant(batch[position++]!.mutant, outcomes));
    outcomes = [];
  };
  while (position < batch.length) {
    const first = position;
    const tasks = batch.slice(position);
    const longest = Math.max(0, ...tasks.flatMap(({ unitTests }) => unitTests.map(({ seconds }) => seconds)));
    const seconds = (HANG_SECONDS + MAX_SLOWDOWN * longest) * threads;
    const result = await runInThread({ kind: 'judge', tasks }, folder, seconds, (message) => {
      if (message === 'judged') finishMutant();
      else if (typeof message === 'object' && 'outcome' in message) outcomes.push(message.outcome);
    });
    if (result === 'done') continue;
    // If a thread fails before its first test, the mutant is not to blame.
    if (result instanceof Error && position === first && outcomes.length === 0) throw result;
    outcomes.push(result === 'hung' ? HUNG : { ...HUNG, killedBy: 'crash' });
    finishMutant();
  }
}

/**
 * Runs a job in a thread and passes on its messages. Terminates the thread if it sends no message for `seconds`
 * of CPU time, summed over all threads.
 */
async function runInThread(
  job: Job,
  folder: string,
  seconds: number,
  onMessage: (message: JobMessage) => void,
): Promise<'done' | 'hung' | Error> {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: { job, folder },
    resourceLimits,
  });
  let lastMessage = getCpuSeconds();
  let hangTimer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      worker.on('message', (message: JobMessage) => {
        lastMessage = getCpuSeconds();
        if (message === 'done') resolve('done');
        else onMessage(message);
      });
      // A hung thread may run out of memory before it is terminated. That also counts as a hang.
      worker.on('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'hung' : error),
      );
      hangTimer = setInterval(() => {
        if (getCpuSeconds() - lastMessage > seconds) resolve('hung');
      }, WATCH_MS);
    });
  } finally {
    clearInterval(hangTimer);
    await worker.terminate();
  }
}

function getCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
