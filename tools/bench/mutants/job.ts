import type { Model } from '../../../harness/records/index.js';
import { ActivationTracker } from './instrument.js';
import { getModelModule, type ModuleLoader, type PatchedModules, readModule } from './modules.js';
import { applyChange, type ModelMutant } from './mutants.js';
import {
  generateScenario,
  type NamedTest,
  type PoolTest,
  runOnMutant,
  type TestOutcome,
  tryOnModel,
} from './pool.js';

/**
 * A job for a thread: either determine which mutants the given tests reach in the unmodified model, or run tests
 * on mutants.
 */
export type Job =
  | {
      readonly kind: 'baseline';
      readonly mutants: readonly ModelMutant[];
      readonly pool: readonly NamedTest[];
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
}

/**
 * A message from a thread: its baseline result, the outcome of a test on a mutant, or a notice that a mutant or
 * the whole job is done.
 */
export type JobMessage =
  /** The tests that pass on the unmodified model, with the mutants that they activate. */
  | { readonly baseline: readonly PoolTest[] }
  /** The mutants that one test activates. */
  | { readonly activation: Uint8Array }
  | { readonly outcome: TestOutcome }
  | 'judged'
  | 'done';

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
  { mutants, pool }: Extract<Job, { kind: 'baseline' }>,
  modules: PatchedModules,
): Promise<readonly PoolTest[]> {
  const { model, tracker } = await loadWithProbes(mutants, modules);
  return pool.flatMap((test) => tryOnModel(model, test, tracker.takeActive) ?? []);
}

async function loadWithProbes(mutants: readonly ModelMutant[], modules: PatchedModules) {
  const tracker = new ActivationTracker(mutants);
  const model = await loadModel(modules.with(tracker.insertAllProbes()));
  tracker.finishLoading();
  return { model, tracker };
}

/** Runs tests on the device alone and yields the mutants that each one activates. */
export async function* activateMutants(
  { mutants, tests }: Extract<Job, { kind: 'activation' }>,
  modules: PatchedModules,
): AsyncGenerator<Uint8Array> {
  const { model, tracker } = await loadWithProbes(mutants, modules);
  for (const test of tests) {
    model.runScenario(generateScenario(test), () => undefined);
    yield tracker.takeActive();
  }
}

/** Runs a mutant's tests and yields their outcomes. Stops at the first test that kills the mutant. */
export async function* runMutantTests(
  { mutant, tests }: MutantTask,
  modules: PatchedModules,
): AsyncGenerator<TestOutcome> {
  const model = await loadModel(loadMutant(modules, mutant)).catch(() => undefined);
  if (model === undefined) return yield { killedBy: 'crash', rules: [], differs: true };
  for (const test of tests) {
    const outcome = runOnMutant(model, test);
    yield outcome;
    if (outcome.killedBy !== undefined) return;
  }
}
