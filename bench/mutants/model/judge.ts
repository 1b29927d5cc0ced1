import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Job, MutantTask, Post, Tried } from './job.js';
import { type JudgedMutant, judgeOutcomes } from './judged.js';
import type { ModelMutant } from './mutants.js';
import { chooseTests, listPoolTests, type NamedTest, type TestOutcome } from './pool.js';
import { chooseUnitTests, listUnitTestFiles } from './unit-tests.js';

/**
 * Number of smoke tests in the pool. Stored results use more, because with more tests fewer mutants are
 * detected by only one rule.
 */
const TESTS = { printed: 60, stored: 500 };

/** Number of mutants per thread. Limited because a thread never unloads modules. */
const BATCH = 40;

/** A test counts as hung if it takes this much CPU time plus `MAX_SLOWDOWN` times that of the slowest unit test. */
const HANG_SECONDS = 8;
const MAX_SLOWDOWN = 4;

const WATCH_MS = 500;
const HEAP_MB = 1500;

const HUNG: TestOutcome = { by: 'hung', rules: [], differs: true };

/**
 * Judges mutants on all cores and reports each result as soon as it is known. Results are deterministic,
 * except for hangs.
 */
export async function judgeMutants(
  mutants: readonly ModelMutant[],
  seed: string,
  write: boolean,
  report: (judged: JudgedMutant) => void,
): Promise<void> {
  const threads = Math.min(availableParallelism(), mutants.length);
  const folder = mkdtempSync(join(tmpdir(), 'pops-mutants-'));
  try {
    const tried = await tryAll(
      mutants,
      listPoolTests(seed, write ? TESTS.stored : TESTS.printed),
      folder,
      threads,
    );
    for (const file of [...tried.failed].sort())
      console.log(`skipped, because it fails in a thread even without a mutant: ${file}`);
    const size = Math.min(BATCH, Math.ceil(mutants.length / threads));
    let nextMutant = 0;
    const work = async (): Promise<void> => {
      while (nextMutant < mutants.length) {
        const batch = mutants.slice(nextMutant, nextMutant + size).map((mutant, offset) => ({
          mutant,
          tests: chooseTests(tried.pool, nextMutant + offset),
          unitTests: chooseUnitTests(tried.unitTests, nextMutant + offset, mutant.file),
        }));
        nextMutant += size;
        await judgeBatch(batch, { once: !write, folder, threads }, report);
      }
    };
    await Promise.all(Array.from({ length: threads }, work));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs all tests on the unmodified model and returns them with the mutants they reach. */
async function tryAll(
  mutants: readonly ModelMutant[],
  named: readonly NamedTest[],
  folder: string,
  threads: number,
): Promise<Tried> {
  const files = listUnitTestFiles();
  const parts = Array.from({ length: threads }, async (_, part): Promise<Tried> => {
    const isAssigned = (_: unknown, index: number): boolean => index % threads === part;
    const job = {
      kind: 'try',
      mutants,
      pool: named.filter(isAssigned),
      files: files.filter(isAssigned),
    } as const;
    let found: Tried | undefined;
    const result = await runInThread(job, folder, Number.POSITIVE_INFINITY, (post) => {
      if (typeof post === 'object' && 'tried' in post) found = post.tried;
    });
    if (found === undefined) throw result;
    return found;
  });
  const all = await Promise.all(parts);
  // How tests are split depends on the number of cores, but their overall order must not.
  const unitTests = all
    .flatMap((part) => part.unitTests)
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
  return { pool: all.flatMap(({ pool }) => pool), unitTests, failed: all.flatMap(({ failed }) => failed) };
}

/** Judges mutants in order, starting a new thread after each hang. */
async function judgeBatch(
  batch: readonly MutantTask[],
  { once, folder, threads }: { readonly once: boolean; readonly folder: string; readonly threads: number },
  report: (judged: JudgedMutant) => void,
): Promise<void> {
  let position = 0;
  let outcomes: TestOutcome[] = [];
  const finishMutant = (): void => {
    report(judgeOutcomes(batch[position++]!.mutant, outcomes));
    outcomes = [];
  };
  while (position < batch.length) {
    const first = position;
    const tasks = batch.slice(position);
    const longest = Math.max(0, ...tasks.flatMap(({ unitTests }) => unitTests.map(({ seconds }) => seconds)));
    const seconds = (HANG_SECONDS + MAX_SLOWDOWN * longest) * threads;
    const result = await runInThread({ kind: 'judge', tasks, once }, folder, seconds, (post) => {
      if (post === 'judged') finishMutant();
      else if (typeof post === 'object' && 'outcome' in post) outcomes.push(post.outcome);
    });
    if (result === 'done') continue;
    // If a thread fails before its first test, the mutant is not to blame.
    if (result instanceof Error && position === first && outcomes.length === 0) throw result;
    outcomes.push(result === 'hung' ? HUNG : { ...HUNG, by: 'crash' });
    finishMutant();
  }
}

/**
 * Runs a job in a thread and passes on its messages. Terminates the thread if it reports nothing for
 * `seconds` of CPU time, summed over all threads.
 */
async function runInThread(
  job: Job,
  folder: string,
  seconds: number,
  onPost: (post: Post) => void,
): Promise<'done' | 'hung' | Error> {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: { job, folder },
    resourceLimits,
  });
  let lastPost = cpuSeconds();
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      worker.on('message', (post: Post) => {
        lastPost = cpuSeconds();
        if (post === 'done') resolve('done');
        else onPost(post);
      });
      // A hung thread may run out of memory before it is terminated, which makes no difference.
      worker.on('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'hung' : error),
      );
      watch = setInterval(() => {
        if (cpuSeconds() - lastPost > seconds) resolve('hung');
      }, WATCH_MS);
    });
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
