import { createCollector } from '../../../coverage/index.js';
import { StreamDigest } from '../../../regression/basics/stream-digest.js';
import {
  findSequence,
  findSuite,
  generateTest,
  NO_OVERRIDES,
  openCorpus,
  type PlannedTest,
  planTests,
  readSeed,
  runScenarioTest,
  selectSequences,
} from '../../../regression/index.js';
import type { Scenario } from '../../../transactions/index.js';
import type { ModelMutant } from './mutants.js';
import type { ModelCopy, MutatedModels } from './mutated-model.js';
import { Reach } from './reach.js';

/** The result of the project's model for a test, with which mutants are compared. */
export interface CleanRun {
  readonly cycles: number;
  readonly waves: number;
  readonly instructions: number;
  readonly transactions: number;
  /** Hash of the whole stream. */
  readonly digest: string;
}

/** A constrained-random test that the model passes. */
export interface PoolTest extends CleanRun {
  readonly sequence: string;
  readonly seed: string;
  /** By the number of a mutant, 1 where its place runs in the test. */
  readonly reaches: Uint8Array;
}

/** Suite that tests are drawn from, and the one whose cells stand beside them. */
const [DRAWN, CELLS] = ['smoke', 'matrix'];

const corpus = openCorpus();
const scenarios = new Map<string, Scenario>();

/** The scenario of a test of the pool; made once. */
export function scenarioOf({ sequence, seed }: Pick<PoolTest, 'sequence' | 'seed'>): Scenario {
  const known = scenarios.get(seed);
  if (known !== undefined) return known;
  const request = { sequence: findSequence(sequence), seed, overrides: NO_OVERRIDES, corpus };
  const scenario = generateTest(request);
  scenarios.set(seed, scenario);
  return scenario;
}

/**
 * Runs this many tests of smoke on a copy of the project's model, and these cells of the scenario matrix once, and
 * returns the places that each of them reaches.
 */
export async function makePool(
  models: MutatedModels,
  root: string,
  count: number,
  cells: readonly string[],
  mutants: readonly ModelMutant[],
): Promise<readonly PoolTest[]> {
  const reach = new Reach();
  const copy = await models.loadUnchanged();
  const pool = [
    ...planned(root, DRAWN, () => true, count),
    ...planned(root, CELLS, (name) => cells.includes(name), cells.length),
  ].map((test) => tryTest(test, copy, reach, mutants));
  reach.close();
  return pool;
}

/** The first tests of a plan of the suite's sequences whose name is wanted. */
function planned(
  root: string,
  suite: string,
  isWanted: (name: string) => boolean,
  count: number,
): readonly PlannedTest[] {
  if (count === 0) return [];
  const sequences = selectSequences(findSuite(suite), undefined, NO_OVERRIDES);
  const wanted = sequences.filter(({ sequence }) => isWanted(sequence.name));
  const plan = planTests(readSeed(root), wanted);
  return Array.from({ length: count }, () => plan.next().value);
}

function tryTest(
  { sequence, seed }: PlannedTest,
  { model, url }: ModelCopy,
  reach: Reach,
  mutants: readonly ModelMutant[],
): PoolTest {
  const scenario = scenarioOf({ sequence, seed });
  const stream = new StreamDigest();
  const collector = createCollector('mutants');
  reach.take(url);
  const { run, finding } = runScenarioTest(scenario, {
    cover: { collector, id: seed, position: 0 },
    sink: (transaction) => stream.take(transaction),
    model,
  });
  if (finding !== undefined)
    throw new Error(`${sequence} ${seed} fails without a mutant: ${finding.signature}`);
  const ran = reach.take(url);
  const reaches = Uint8Array.from(mutants, ({ file, place, onLoad }) => (onLoad || ran(file, place) ? 1 : 0));
  const { cycles, waves, instructions } = run;
  const { transactions, digest } = stream.end();
  return { sequence, seed, cycles, waves, instructions, transactions, digest, reaches };
}
