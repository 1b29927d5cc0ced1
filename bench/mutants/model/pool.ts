import { StreamDigest } from '../../../regression/basics/stream-digest.js';
import {
  findSequence,
  generateTest,
  type Model,
  NO_OVERRIDES,
  openCorpus,
  runScenarioTest,
} from '../../../regression/index.js';
import type { Scenario } from '../../../transactions/index.js';
import type { ModelCopy } from './mutated-model.js';
import type { NamedTest } from './pool-tests.js';
import type { TakeReach } from './reach.js';

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
export interface PoolTest extends CleanRun, NamedTest {
  /** By the number of a mutant, 1 where its place runs in the test. */
  readonly reaches: Uint8Array;
}

const corpus = openCorpus();
const scenarios = new Map<string, Scenario>();

/** The scenario of a test of the pool; made once. */
export function scenarioOf({ sequence, seed }: NamedTest): Scenario {
  const known = scenarios.get(seed);
  if (known !== undefined) return known;
  const request = { sequence: findSequence(sequence), seed, overrides: NO_OVERRIDES, corpus };
  const scenario = generateTest(request);
  scenarios.set(seed, scenario);
  return scenario;
}

/**
 * Runs these tests on a copy of the project's model, and returns those that pass with the places that each of them reaches: some
 * tests that kill a fault expect rules without it too.
 */
export function makePool(
  { model }: ModelCopy,
  tests: readonly NamedTest[],
  take: TakeReach,
): readonly PoolTest[] {
  take();
  return tests.flatMap((test) => tryTest(test, model, take) ?? []);
}

function tryTest({ sequence, seed }: NamedTest, model: Model, take: TakeReach): PoolTest | undefined {
  const scenario = scenarioOf({ sequence, seed });
  const stream = new StreamDigest();
  const { run, finding } = runScenarioTest(scenario, {
    sink: (transaction) => stream.take(transaction),
    model,
  });
  const reaches = take();
  if (finding !== undefined) return undefined;
  const { cycles, waves, instructions } = run;
  const { transactions, digest } = stream.end();
  return { sequence, seed, cycles, waves, instructions, transactions, digest, reaches };
}
