import type { Model } from '../../../harness/records/index.js';
import { ActivationTracker } from './instrument.js';
import { getModelModule, type ModuleLoader, PatchedModules, readModule } from './modules.js';
import { applyChange, type ModelMutant } from './mutants.js';
import {
  generateScenario,
  type NamedTest,
  type PoolTest,
  runOnMutant,
  type TestOutcome,
  tryOnModel,
} from './pool.js';
import { runUnitTests, tryUnitTests, type UnitTest, type UnitTestChoice } from './unit-tests.js';

/**
 * A job for a thread: either determine which mutants the given tests reach in the unmodified model, or run tests
 * on mutants.
 */
export type Job =
  | {
      readonly kind: 'baseline';
      readonly mutants: readonly ModelMutant[];
      readonly pool: readonly NamedTest[];
      readonly files: readonly string[];
    }
  | { readonly kind: 'judge'; readonly tasks: readonly MutantTask[] }
  | {
      readonly kind: 'activation';
      readonly mutants: readonly ModelMutant[];
      readonly tests: readonly NamedTest[];
    };

/** A mutant with the tests to run on it, in order. */
export interface MutantTask {
  readonly mutant: ModelMutant;
  readonly tests: readonly PoolTest[];
  readonly unitTests: readonly UnitTestChoice[];
}

/** Tests with the mutants they activate. */
export interface BaselineResult {
  readonly pool: readonly PoolTest[];
  readonly unitTests: readonly UnitTest[];
  /** Test files that fail in a thread even without a mutant. */
  readonly failed: readonly string[];
}

/**
 * A message from a thread: its baseline result, the outcome of a test on a mutant, or a notice that a mutant or
 * the whole job is done.
 */
export type JobMessage =
  | { readonly baseline: BaselineResult }
  /** The mutants that one test activates. */
  | { readonly activation: Uint8Array }
  | { readonly outcome: TestOutcome }
  | 'judged'
  | 'done';

/**
 * Creates a loader for patched modules of the model and its tests. The tests register with the thread rather
 * than with Vitest.
 */
export function createPatchedModel(folder: string): PatchedModules {
  return new PatchedModules(folder, { vitest: new URL('./vitest-in-thread.js', import.meta.url).href });
}

/** Loads the model's index module with the given loader. */
export async function loadModel(load: ModuleLoader): Promise<Model> {
  return (await load(getModelModule('index'))) as Model;
}

/** Returns a loader for the model with a mutant's change applied. */
export function loadMutant(
  modules: PatchedModules,
  mutant: Pick<ModelMutant, 'file' | 'start' | 'end' | 'text'>,
): ModuleLoader {
  return modules.with(new Map([[getModelModule(mutant.file), applyChange(readModule(mutant.file), mutant)]]));
}

/** Runs tests on a model with a probe in each mutant's code, to determine which mutants they activate. */
export async function tryTests(
  { mutants, pool, files }: Extract<Job, { kind: 'baseline' }>,
  modules: PatchedModules,
): Promise<BaselineResult> {
  const tracker = new ActivationTracker(mutants);
  const load = modules.with(tracker.insertAllProbes());
  const model = await loadModel(load);
  tracker.finishLoading();
  const baseline = {
    pool: pool.flatMap((test) => tryOnModel(model, test, tracker.takeActive) ?? []),
    unitTests: [] as UnitTest[],
    failed: [] as string[],
  };
  for (const file of files) {
    const tests = await tryUnitTests(load, file, tracker.takeActive);
    if (tests === undefined) baseline.failed.push(file);
    else baseline.unitTests.push(...tests);
  }
  return baseline;
}

/** Runs tests on the device alone and yields the mutants that each one activates. */
export async function* activateMutants(
  { mutants, tests }: Extract<Job, { kind: 'activation' }>,
  modules: PatchedModules,
): AsyncGenerator<Uint8Array> {
  const tracker = new ActivationTracker(mutants);
  const model = await loadModel(modules.with(tracker.insertAllProbes()));
  tracker.finishLoading();
  for (const test of tests) {
    model.runScenario(generateScenario(test), () => undefined);
    yield tracker.takeActive();
  }
}

/** Runs a mutant's tests and yields their outcomes. Stops at the first test that kills the mutant. */
export async function* runMutantTests(
  { mutant, tests, unitTests }: MutantTask,
  modules: PatchedModules,
): AsyncGenerator<TestOutcome> {
  const load = loadMutant(modules, mutant);
  const model = await loadModel(load).catch(() => undefined);
  if (model === undefined) return yield { killedBy: 'crash', rules: [], differs: true };
  for (const test of tests) {
    const outcome = runOnMutant(model, test);
    yield outcome;
    if (outcome.killedBy !== undefined) return;
  }
  for (const choice of unitTests) {
    const passed = await runUnitTests(load, choice);
    yield passed ? { rules: [], differs: false } : { killedBy: 'unit tests', rules: [], differs: true };
    if (!passed) return;
  }
}
