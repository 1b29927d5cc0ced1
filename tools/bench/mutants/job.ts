import type { Model } from '../../../harness/records/index.js';
import { ActivationTracker } from './instrument.js';
import { getModelModule, type ModuleLoader, type PatchedModules, readModule } from './modules.js';
import { applyChange, type ModelMutant } from './mutants.js';
import { type NamedTest, type PoolTest, runOnMutant, type TestOutcome, tryOnModel } from './pool.js';

/** A job for a thread: either find the mutants that tests activate in the unmodified model, or run tests on a mutant. */
export type Job =
  | {
      readonly kind: 'reach';
      readonly mutants: readonly ModelMutant[];
      readonly tests: readonly NamedTest[];
    }
  | ({ readonly kind: 'judge' } & MutantTask);

/** A mutant with the tests to run on it, in order. */
export interface MutantTask {
  readonly mutant: ModelMutant;
  readonly tests: readonly PoolTest[];
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

/** Runs tests on a device with a probe in each mutant's code, and returns what each one activates. */
export async function reachMutants(
  { mutants, tests }: Extract<Job, { kind: 'reach' }>,
  modules: PatchedModules,
  onTest: () => void,
): Promise<readonly PoolTest[]> {
  const tracker = new ActivationTracker(mutants);
  const model = await loadModel(modules.with(tracker.insertAllProbes()));
  tracker.finishLoading();
  return tests.map((test) => {
    onTest();
    return tryOnModel(model, test, tracker.takeActive);
  });
}

/** Number of failed tests after which no rule is expected any more. Such tests may be as long as the budget allows. */
const MAX_FAILED = 4;

/** Runs a mutant's tests and returns their outcomes. Stops once a rule kills the mutant. */
export async function runMutantTests(
  { mutant, tests }: MutantTask,
  modules: PatchedModules,
  onTest: () => void,
): Promise<readonly TestOutcome[]> {
  const model = await loadModel(loadMutant(modules, mutant)).catch(() => undefined);
  if (model === undefined) return ['failed'];
  const outcomes: TestOutcome[] = [];
  for (const test of tests) {
    onTest();
    outcomes.push(runOnMutant(model, test));
    const failed = outcomes.filter((outcome) => outcome === 'failed').length;
    if (outcomes.at(-1) === 'rule' || failed === MAX_FAILED) break;
  }
  return outcomes;
}
