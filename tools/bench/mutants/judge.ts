import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { formatTextTable, makeColumns } from '../../../harness/text/index.js';
import type { BaselineResult, Job, JobMessage, MutantTask } from './job.js';
import { getUnit, listMutableFiles, readModule } from './modules.js';
import { findMutants, getMutantName, type ModelMutant } from './mutants.js';
import { chooseTests, listPoolTests, type NamedTest, type TestOutcome } from './pool.js';
import { chooseUnitTests, listUnitTestFiles } from './unit-tests.js';

/** Options for testing model mutants. */
export interface ModelRequest {
  /** The seed for choosing the sample and for all tests. */
  readonly seed: string;
  /** Number of mutants to test. A smaller sample is a subset of a larger one. */
  readonly sample: number;
  /** The units whose mutants are tested, or an empty list for all units. */
  readonly units: readonly string[];
}

/** Minimum fraction of a sample's non-equivalent mutants that must be killed (goals.md, C12). */
const FLOOR = 0.97;

/** Number of mutants between progress lines. */
const PROGRESS_INTERVAL = 20;

/** Tests a sample of the model's mutants and prints the survivors. Returns false if too few are killed. */
export async function runModelMutants({ seed, sample, units }: ModelRequest): Promise<boolean> {
  console.log(`seed ${seed}`);
  const allMutants = listMutableFiles().flatMap((file) => findMutants(file, readModule(file)));
  const chosen = sortByHash(allMutants, seed)
    .filter(({ file }) => units.length === 0 || units.includes(getUnit(file)))
    .slice(0, sample);
  const results: MutantResult[] = [];
  const startTime = performance.now();
  await testMutants(chosen, seed, (result) => {
    results.push(result);
    if (!isKilled(result) && result.outcome !== 'equivalent') console.log(describeResult(result));
    const minutes = Math.floor((performance.now() - startTime) / 60_000);
    if (results.length % PROGRESS_INTERVAL === 0)
      console.error(`${results.length} of ${chosen.length} mutants, ${minutes} min`);
  });
  const score = computeModelScore(results);
  console.log(
    `${formatCounts(results)}\n${results.length} of ${allMutants.length} mutants tested; ${(score * 100).toFixed(2)}% of the non-equivalent mutants were killed`,
  );
  return score >= FLOOR;
}

/** Sorts mutants by hash, so that every prefix is a random sample. */
function sortByHash(mutants: readonly ModelMutant[], seed: string): readonly ModelMutant[] {
  const getRank = (mutant: ModelMutant): string =>
    createHash('sha256')
      .update(`${seed} ${getMutantName(mutant)}`)
      .digest('hex');
  const ranked = mutants.map((mutant) => ({ mutant, rank: getRank(mutant) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ mutant }) => mutant);
}

/** Formats a table that counts the outcomes of each unit's mutants. */
export function formatCounts(results: readonly MutantResult[]): string {
  const createRow = (name: string, mutants: readonly MutantResult[]): string[] => {
    return [name, ...OUTCOMES.map((name) => `${mutants.filter(({ outcome }) => outcome === name).length}`)];
  };
  const getMutantUnit = ({ mutant }: MutantResult): string => getUnit(mutant.file);
  const units = [...new Set(results.map(getMutantUnit))].sort();
  const rows = units.map((unit) =>
    createRow(
      unit,
      results.filter((mutant) => getMutantUnit(mutant) === unit),
    ),
  );
  return formatTextTable(makeColumns('unit', ...OUTCOMES.map((title) => `>${title}`)), [
    ...rows,
    createRow('all', results),
  ]);
}

function describeResult({ mutant: { file, operator, change }, outcome }: MutantResult): string {
  return `${outcome}: ${operator} in ${file}: ${change}`;
}

/**
 * The possible outcomes of testing a mutant. It is killed if a rule fired (`rule`), if tests in the pool failed
 * without a rule firing (`no rule`), or if only the project's own tests failed (`unit tests`). It is `equivalent`
 * if no test could distinguish it from the model. Otherwise it is alive: only the model's own invariants detected
 * it (`DEVICE only`), no test runs its code (`unreached`), every stream matches the model's (`no difference`), or at least
 * one run differs but no rule fires (`survived`).
 */
export const OUTCOMES = [
  'rule',
  'no rule',
  'unit tests',
  'equivalent',
  'DEVICE only',
  'unreached',
  'no difference',
  'survived',
] as const;

interface MutantResult {
  readonly mutant: ModelMutant;
  readonly outcome: (typeof OUTCOMES)[number];
}

/** Classifies a mutant by its test outcomes or, if all tests pass, by whether it only changes how a tie is broken. */
export function classifyMutant(mutant: ModelMutant, outcomes: readonly TestOutcome[]): MutantResult {
  const causes = new Set(outcomes.flatMap((outcome) => outcome.killedBy ?? []));
  const rules = new Set(outcomes.flatMap((outcome) => outcome.rules));
  if (causes.has('unit tests')) return { mutant, outcome: 'unit tests' };
  if (causes.size > 0) return { mutant, outcome: rules.size > 0 ? 'rule' : 'no rule' };
  if (mutant.isTie) return { mutant, outcome: 'equivalent' };
  if (outcomes.length === 0) return { mutant, outcome: 'unreached' };
  if (outcomes.some(({ device }) => device === true)) return { mutant, outcome: 'DEVICE only' };
  return { mutant, outcome: outcomes.some(({ differs }) => differs) ? 'survived' : 'no difference' };
}

/** Returns the fraction of non-equivalent mutants that were killed, or 1 if there are none. */
export function computeModelScore(results: readonly MutantResult[]): number {
  const distinguishable = results.filter(({ outcome }) => outcome !== 'equivalent');
  return distinguishable.length === 0 ? 1 : distinguishable.filter(isKilled).length / distinguishable.length;
}

function isKilled({ outcome }: MutantResult): boolean {
  return OUTCOMES.indexOf(outcome) < OUTCOMES.indexOf('equivalent');
}

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
async function testMutants(
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
export async function runInThread(
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
