import { parentPort, workerData } from 'node:worker_threads';
import { UNIT_TESTS } from './judged.js';
import type { ModelMutant } from './mutants.js';
import { MutatedModels } from './mutated-model.js';
import { makePool, type PoolTest } from './pool.js';
import { poolTests } from './pool-tests.js';
import { Reach } from './reach.js';
import { runOnMutant, type TestOutcome } from './run-mutant.js';
import {
  passUnitTests,
  tryUnitTests,
  type UnitTest,
  type UnitTestChoice,
} from './unit-tests/run-unit-tests.js';

/** What a thread that judges mutants is asked for. */
export type Task = TestsTask | MutantTask;

/** A part of all tests that mutants meet is tried on the model itself. */
export interface TestsTask {
  readonly kind: 'tests';
  readonly mutants: readonly ModelMutant[];
  /** The pool, by the root of its seeds and its tests of smoke; absent: none of it. */
  readonly pool?: { readonly root: string; readonly count: number };
  /** Files of the project's own tests. */
  readonly files: readonly string[];
  readonly part: number;
  readonly parts: number;
}

/** A mutant is judged. */
export interface MutantTask {
  readonly kind: 'mutant';
  readonly mutant: ModelMutant;
  readonly tests: readonly PoolTest[];
  /** It is enough to know one test that kills. */
  readonly once: boolean;
  /** What runs where these tests let it live, in this order. */
  readonly unitTests: readonly UnitTestChoice[];
}

/** Tests with what they reach. */
export interface TestsOfPart {
  readonly pool: readonly PoolTest[];
  readonly unitTests: readonly UnitTest[];
  /** Files that fail in a thread without a mutant. */
  readonly failed: readonly string[];
}

/** What it answers: a part of the tests; each outcome of a test of the pool or of a file, and that no more will come, with the bytes of all arrays of the thread. */
export type Answer =
  | ({ readonly kind: 'tests' } & TestsOfPart)
  | { readonly kind: 'outcome'; readonly outcome: TestOutcome }
  | { readonly kind: 'done'; readonly arrayBytes: number };

/** Tests that a mutant runs through although it was killed before, as faults do, so that the table shows who else sees it. */
const MATRIX_TESTS = 10;

const models = new MutatedModels(workerData as string);
const answer = (words: Answer): void => parentPort!.postMessage(words);

async function tryTests({ mutants, pool, files, part, parts }: TestsTask): Promise<TestsOfPart> {
  const reach = new Reach(mutants);
  const copy = await models.loadProbed(reach);
  const isMine = (_: unknown, at: number): boolean => at % parts === part;
  const named = pool === undefined ? [] : poolTests(pool.root, pool.count);
  const tried = makePool(copy, named.filter(isMine), reach.take);
  const { tests, failed } = await tryUnitTests(copy.built, files.filter(isMine), reach.take);
  return { pool: tried, unitTests: tests, failed };
}

async function judge({ mutant, tests, once, unitTests }: MutantTask): Promise<void> {
  const copy = await models.load(mutant.file, mutant);
  if (copy === undefined) {
    answer({ kind: 'outcome', outcome: { by: 'crash', rules: [], differs: true } });
    return;
  }
  let killed = false;
  for (const [at, test] of tests.entries()) {
    if (killed && (once || at >= MATRIX_TESTS)) break;
    const outcome = runOnMutant(copy.model, test);
    killed ||= outcome.by !== undefined;
    answer({ kind: 'outcome', outcome });
  }
  for (const choice of killed ? [] : unitTests) {
    const passes = await passUnitTests(copy.built, choice);
    answer({
      kind: 'outcome',
      outcome: passes ? { rules: [], differs: false } : { by: UNIT_TESTS, rules: [], differs: true },
    });
    if (!passes) break;
  }
}

parentPort!.on('message', async (task: Task) => {
  if (task.kind === 'tests') {
    answer({ kind: 'tests', ...(await tryTests(task)) });
  } else {
    await judge(task);
    answer({ kind: 'done', arrayBytes: process.memoryUsage().arrayBuffers });
  }
});
