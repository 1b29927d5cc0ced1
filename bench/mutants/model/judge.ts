import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Job, MutantTask, Post, Tried } from './job.js';
import { type JudgedMutant, judgeOutcomes } from './judged.js';
import type { ModelMutant } from './mutants.js';
import { chooseTests, type NamedTest, poolTests, type TestOutcome } from './pool.js';
import { chooseUnitTests, unitTestFiles } from './unit-tests.js';

/**
 * Number of smoke tests in the pool. Results to be stored use more tests, since fewer mutants are then
 * detected by only one rule.
 */
const TESTS = { printed: 60, stored: 500 };

/** Number of mutants per thread. Limited because a thread keeps every module it loads. */
const BATCH = 40;

/**
 * A test counts as hung after this much CPU time, plus `TIMES_MAX` times what the project's tests take on the
 * model.
 */
const HANG_SECONDS = 8;
const TIMES_MAX = 4;

const WATCH_MS = 500;
const HEAP_MB = 1500;

const HUNG: TestOutcome = { by: 'hung', rules: [], differs: true };

/**
 * Judges the mutants on all cores and reports each one when it is done. Apart from hangs, results are
 * deterministic.
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
      poolTests(seed, write ? TESTS.stored : TESTS.printed),
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

/** Runs all tests on the unmodified model, and returns them with the mutants they reach. */
async function tryAll(
  mutants: readonly ModelMutant[],
  named: readonly NamedTest[],
  folder: string,
  threads: number,
): Promise<Tried> {
  const files = unitTestFiles();
  const parts = Array.from({ length: threads }, async (_, part): Promise<Tried> => {
    const isAssigned = (_: unknown, index: number): boolean => index % threads === part;
    const job = {
      kind: 'try',
      mutants,
      pool: named.filter(isAssigned),
      files: files.filter(isAssigned),
    } as const;
    let found: Tried | undefined;
    const ended = await inThread(job, folder, Number.POSITIVE_INFINITY, (post) => {
      if (typeof post === 'object' && 'tried' in post) found = post.tried;
    });
    if (found === undefined) throw ended;
    return found;
  });
  const all = await Promise.all(parts);
  // The split depends on the number of cores, but the overall order must not.
  const unitTests = all
    .flatMap((part) => part.unitTests)
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
  return { pool: all.flatMap(({ pool }) => pool), unitTests, failed: all.flatMap(({ failed }) => failed) };
}

/** Judges mutants one after another, starting a new thread after each hang. */
async function judgeBatch(
  batch: readonly MutantTask[],
  { once, folder, threads }: { readonly once: boolean; readonly folder: string; readonly threads: number },
  report: (judged: JudgedMutant) => void,
): Promise<void> {
  let position = 0;
  let outcomes: TestOutcome[] = [];
  const end = (): void => {
    report(judgeOutcomes(batch[position++]!.mutant, outcomes));
    outcomes = [];
  };
  while (position < batch.length) {
    const first = position;
    const tasks = batch.slice(position);
    const longest = Math.max(0, ...tasks.flatMap(({ unitTests }) => unitTests.map(({ seconds }) => seconds)));
    const seconds = (HANG_SECONDS + TIMES_MAX * longest) * threads;
    const ended = await inThread({ kind: 'judge', tasks, once }, folder, seconds, (post) => {
      if (post === 'judged') end();
      else if (typeof post === 'object' && 'outcome' in post) outcomes.push(post.outcome);
    });
    if (ended === 'done') continue;
    // If a thread fails before its first test, the mutant is not to blame.
    if (ended instanceof Error && position === first && outcomes.length === 0) throw ended;
    outcomes.push(ended === 'hung' ? HUNG : { ...HUNG, by: 'crash' });
    end();
  }
}

/**
 * Runs a job in a thread and passes on its messages. Terminates the thread if it reports nothing for
 * `seconds` of CPU time, counted over all threads.
 */
async function inThread(
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
  let last = processorSeconds();
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      worker.on('message', (post: Post) => {
        last = processorSeconds();
        if (post === 'done') resolve('done');
        else onPost(post);
      });
      // A hung thread may run out of memory before it is killed, which does not matter.
      worker.on('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'hung' : error),
      );
      watch = setInterval(() => {
        if (processorSeconds() - last > seconds) resolve('hung');
      }, WATCH_MS);
    });
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
