import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { BenchThread } from './bench-thread.js';
import { chooseTests, chooseUnitTests } from './choose-tests.js';
import { isAlive, type JudgedMutant, judgeOutcomes } from './judged.js';
import { type ModelMutant, mutantsOf } from './mutants.js';
import type { TestOutcome } from './run-mutant.js';
import { tieReason } from './tie-reason.js';
import { laterTestFiles } from './unit-tests/later-test-files.js';
import type { UnitTest } from './unit-tests/run-unit-tests.js';
import { unitTestFiles } from './unit-tests/test-files.js';
import { lineOf, mutableFiles, readModule } from './units.js';
import type { TestsTask } from './worker.js';

/** What is asked for. */
export interface SampleRequest {
  /** Root of the seeds of all tests. */
  readonly seed: string;
  /** Tests of the pool. */
  readonly pool: number;
  /** What no test of the pool kills meets the project's own tests. */
  readonly unitTests: boolean;
  /** Mutants that are judged; those of a smaller sample are among those of a larger one. */
  readonly sample: number;
  /** A sample whose seed no one has seen: nothing is kept of it, so that one killing test of each mutant is enough. */
  readonly fresh: boolean;
  /** Units that they are of; none: of all. */
  readonly units: readonly string[];
}

/** Transactions of the tests of one mutant at most. */
const BUDGET = 120_000;

/** All mutants of the model, in the order of their modules. */
export function allMutants(): readonly ModelMutant[] {
  return mutableFiles().flatMap((file) => mutantsOf(file, readModule(file)));
}

/** Mutants in the order in which samples take them: by a hash, so that every prefix is a fair one. */
export function inSampleOrder(mutants: readonly ModelMutant[], seed: string): readonly ModelMutant[] {
  const ranked = mutants.map((mutant) => ({ mutant, rank: hashOf(`${seed} ${nameOf(mutant)}`) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.map(({ mutant }) => mutant);
}

/** What names a mutant for good. */
export function nameOf({ file, change }: Pick<ModelMutant, 'file' | 'change'>): string {
  return `${file} ${change}`;
}

/**
 * Judges these mutants on all cores and tells of each as soon as it is known; the same request gives the same results, but for
 * what hangs.
 */
export async function judgeMutants(
  mutants: readonly ModelMutant[],
  request: SampleRequest,
  tell: (judged: JudgedMutant) => void,
): Promise<void> {
  const { seed: root, pool: count, unitTests } = request;
  const files = unitTests ? unitTestFiles() : [];
  const living: FirstResult[] = [];
  await judgeOn(mutants, { pool: { root, count }, files }, request, (mutant, outcomes) => {
    const judged = judgedMutant(mutant, outcomes);
    if (!unitTests || !isAlive(judged)) {
      tell(judged);
      return;
    }
    living.push({ mutant, outcomes });
  });
  const left = living.map(({ mutant }) => mutant);
  await judgeOn(left, { files: laterTestFiles() }, request, (mutant, later) => {
    const { outcomes } = living.find((each) => each.mutant === mutant)!;
    tell(judgedMutant(mutant, [...outcomes, ...later]));
  });
}

/** A mutant that the first tests let live. */
interface FirstResult {
  readonly mutant: ModelMutant;
  readonly outcomes: readonly TestOutcome[];
}

/** Runs each mutant on those of these tests that reach it. */
async function judgeOn(
  mutants: readonly ModelMutant[],
  tests: Pick<TestsTask, 'pool' | 'files'>,
  { fresh }: SampleRequest,
  tell: (mutant: ModelMutant, outcomes: readonly TestOutcome[]) => void,
): Promise<void> {
  if (mutants.length === 0) return;
  const parts = Math.min(availableParallelism(), mutants.length);
  const threads = Array.from({ length: parts }, () => new BenchThread(parts));
  try {
    const tried = await Promise.all(
      threads.map((thread, part) => thread.tests({ kind: 'tests', mutants, ...tests, part, parts })),
    );
    for (const file of tried.flatMap(({ failed }) => failed).sort())
      console.log(`left out, since it fails in a thread without a mutant: ${file}`);
    const pool = tried.flatMap((each) => each.pool);
    const own = tried.flatMap((each) => each.unitTests).sort(byFile);
    const due = mutants.entries();
    const work = async (thread: BenchThread): Promise<void> => {
      for (const [number, mutant] of due) {
        const tests = chooseTests(pool, number, BUDGET);
        const unitTests = chooseUnitTests(own, number, mutant.file);
        tell(mutant, await thread.judge({ kind: 'mutant', mutant, tests, once: fresh, unitTests }));
      }
    };
    await Promise.all(threads.map(work));
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
}

function judgedMutant(mutant: ModelMutant, outcomes: readonly TestOutcome[]): JudgedMutant {
  const { file, operator, change, start } = mutant;
  const found = judgeOutcomes(outcomes, tieReason(mutant));
  return { file, line: lineOf(file, readModule(file), start), operator, change, ...found };
}

/** Parts of the tests are of every number of cores: the order of all must not be. */
function byFile(a: UnitTest, b: UnitTest): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : 0;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
