import type { Model } from '../../../harness/records/index.js';
import { type ModuleLoader, PatchedModules } from '../patched-modules.js';
import { changedSource, type ModelMutant } from './mutants.js';
import { type NamedTest, type PoolTest, runOnMutant, type TestOutcome, tryOnModel } from './pool.js';
import { Reach } from './reach.js';
import { runUnitTests, tryUnitTests, type UnitTest, type UnitTestChoice } from './unit-tests.js';
import { modelModule, readModule } from './units.js';

/** A thread's task: find which mutants' places some of the tests reach on the model itself, or run mutants in tests. */
export type Job =
  | {
      readonly kind: 'try';
      readonly mutants: readonly ModelMutant[];
      readonly pool: readonly NamedTest[];
      readonly files: readonly string[];
    }
  | { readonly kind: 'judge'; readonly tasks: readonly MutantTask[]; readonly once: boolean };

/** A mutant with its tests, in this order. */
export interface MutantTask {
  readonly mutant: ModelMutant;
  readonly tests: readonly PoolTest[];
  readonly unitTests: readonly UnitTestChoice[];
}

/** Tests with what they reach, and files of tests that fail in a thread even without a mutant. */
export interface Tried {
  readonly pool: readonly PoolTest[];
  readonly unitTests: readonly UnitTest[];
  readonly failed: readonly string[];
}

/** A thread's reports: its tests, each outcome of a mutant's tests, the end of a mutant, and the thread's end. */
export type Post = { readonly tried: Tried } | { readonly outcome: TestOutcome } | 'judged' | 'done';

/** Number of tests that a mutant runs even after it is killed, like faults, to learn which rules see it alone. */
const MATRIX_TESTS = 10;

/** Modules of the model and of its tests, whose tests are declared to the thread. */
export function patchedModel(folder: string): PatchedModules {
  return new PatchedModules(folder, { vitest: new URL('./vitest-in-thread.js', import.meta.url).href });
}

/** A copy of the model's index. */
export async function modelOf(load: ModuleLoader): Promise<Model> {
  return (await load(modelModule('index'))) as Model;
}

/** The model with a mutant's change. */
export function loadMutant(
  modules: PatchedModules,
  mutant: Pick<ModelMutant, 'file' | 'start' | 'end' | 'text'>,
): ModuleLoader {
  return modules.with(new Map([[modelModule(mutant.file), changedSource(readModule(mutant.file), mutant)]]));
}

/** Runs tests on the model with a probe at each mutant's place. */
export async function tryTests(
  { mutants, pool, files }: Extract<Job, { kind: 'try' }>,
  modules: PatchedModules,
): Promise<Tried> {
  const reach = new Reach(mutants);
  const load = modules.with(reach.probedModules());
  const model = await modelOf(load);
  reach.loaded();
  const tried = {
    pool: pool.flatMap((test) => tryOnModel(model, test, reach.take) ?? []),
    unitTests: [] as UnitTest[],
    failed: [] as string[],
  };
  for (const file of files) {
    const tests = await tryUnitTests(load, file, reach.take);
    if (tests === undefined) tried.failed.push(file);
    else tried.unitTests.push(...tests);
  }
  return tried;
}

/** A mutant's outcomes in its tests, up to the one that kills it or, unless `once`, some more. */
export async function* outcomesOf(
  { mutant, tests, unitTests }: MutantTask,
  once: boolean,
  modules: PatchedModules,
): AsyncGenerator<TestOutcome> {
  const load = loadMutant(modules, mutant);
  const model = await modelOf(load).catch(() => undefined);
  if (model === undefined) return yield { by: 'crash', rules: [], differs: true };
  let killed = false;
  for (const [at, test] of tests.entries()) {
    if (killed && (once || at >= MATRIX_TESTS)) return;
    const outcome = runOnMutant(model, test);
    killed ||= outcome.by !== undefined;
    yield outcome;
  }
  for (const choice of killed ? [] : unitTests) {
    const hasPassed = await runUnitTests(load, choice);
    yield hasPassed ? { rules: [], differs: false } : { by: 'unit tests', rules: [], differs: true };
    if (!hasPassed) return;
  }
}
