import { createCollector } from '../../../coverage/index.js';
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
import { Reach } from './reach.js';

/** What the house's own model makes of a test: what mutants are held against. */
export interface CleanRun {
  readonly cycles: number;
  readonly waves: number;
  readonly instructions: number;
  readonly transactions: number;
}

/** A constrained-random test that the model passes. */
export interface PoolTest extends CleanRun {
  readonly sequence: string;
  readonly seed: string;
  /** By the number of a mutant, 1 where its place runs in the test. */
  readonly reaches: Uint8Array;
}

/** Suite that tests are drawn from. */
const SUITE = 'smoke';

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

/** Runs so many tests of the suite on the house's own model and says what each of them reaches. */
export function makePool(root: string, count: number, mutants: readonly ModelMutant[]): readonly PoolTest[] {
  const plan = planTests(readSeed(root), selectSequences(findSuite(SUITE), undefined, NO_OVERRIDES));
  const reach = new Reach();
  const pool: PoolTest[] = [];
  for (let test = 0; test < count; test++) pool.push(tryTest(plan.next().value, reach, mutants));
  reach.close();
  return pool;
}

function tryTest({ sequence, seed }: PlannedTest, reach: Reach, mutants: readonly ModelMutant[]): PoolTest {
  const scenario = scenarioOf({ sequence, seed });
  let transactions = 0;
  const collector = createCollector('mutants');
  reach.take();
  const { run, finding } = runScenarioTest(scenario, {
    cover: { collector, id: seed, position: 0 },
    sink: () => {
      transactions++;
    },
  });
  if (finding !== undefined)
    throw new Error(`${sequence} ${seed} fails without a mutant: ${finding.signature}`);
  const ran = reach.take();
  const reaches = Uint8Array.from(mutants, ({ file, place, onLoad }) => (onLoad || ran(file, place) ? 1 : 0));
  const { cycles, waves, instructions } = run;
  return { sequence, seed, cycles, waves, instructions, transactions, reaches };
}
