import { parentPort, workerData } from 'node:worker_threads';
import type { ModelMutant } from './mutants.js';
import { MutatedModels } from './mutated-model.js';
import { makePool, type PoolTest } from './pool.js';
import { poolCells } from './pool-cells.js';
import { runOnMutant, type TestOutcome } from './run-mutant.js';

/** What the thread that judges mutants is asked for. */
export type Task =
  | {
      readonly kind: 'pool';
      readonly root: string;
      readonly count: number;
      readonly mutants: readonly ModelMutant[];
    }
  | {
      readonly kind: 'mutant';
      readonly mutant: ModelMutant;
      readonly tests: readonly PoolTest[];
      /** It is enough to know one test that kills. */
      readonly once: boolean;
    };

/** What it answers: the tests of the pool; each outcome, and that no more will come, with the bytes of all arrays of the thread. */
export type Answer =
  | { readonly kind: 'pool'; readonly pool: readonly PoolTest[] }
  | { readonly kind: 'outcome'; readonly outcome: TestOutcome }
  | { readonly kind: 'done'; readonly arrayBytes: number };

/** Tests that a mutant runs through although it was killed before, as faults do, so that the table shows who else sees it. */
const MATRIX_TESTS = 10;

const models = new MutatedModels(workerData as string);
const answer = (words: Answer): void => parentPort!.postMessage(words);

async function judge({ mutant, tests, once }: Extract<Task, { kind: 'mutant' }>): Promise<void> {
  const model = await models.load(mutant.file, mutant);
  if (model === undefined) {
    answer({ kind: 'outcome', outcome: { by: 'crash', rules: [], differs: true } });
    return;
  }
  let killed = false;
  for (const [at, test] of tests.entries()) {
    if (killed && (once || at >= MATRIX_TESTS)) break;
    const outcome = runOnMutant(model, test);
    killed ||= outcome.by !== undefined;
    answer({ kind: 'outcome', outcome });
  }
}

parentPort!.on('message', async (task: Task) => {
  if (task.kind === 'pool') {
    const pool = await makePool(models, task.root, task.count, poolCells(), task.mutants);
    answer({ kind: 'pool', pool });
  } else {
    await judge(task);
    answer({ kind: 'done', arrayBytes: process.memoryUsage().arrayBuffers });
  }
});
