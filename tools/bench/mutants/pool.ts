import { type Collector, createCollector } from '../../../coverage/index.js';
import { readSeed } from '../../../harness/basics/index.js';
import { generateTest, runScenarioTest } from '../../../harness/one-test/index.js';
import { openCorpus } from '../../../harness/programs/index.js';
import { DEVICE, type Model } from '../../../harness/records/index.js';
import {
  findSequence,
  findSuite,
  NO_OVERRIDES,
  planTests,
  selectSequences,
} from '../../../harness/selection/index.js';
import type { Scenario } from '../../../transactions/index.js';
import type { TakeActiveMutants } from './instrument.js';

/** Identifies a test. */
export interface NamedTest {
  readonly sequence: string;
  readonly seed: string;
}

/** A test with what its run on the unmodified model took. */
export interface PoolTest extends NamedTest {
  readonly cycles: number;
  readonly transactions: number;
  /** For each mutant, 1 if its change would have given another value. */
  readonly activeMutants: Uint8Array;
}

/**
 * How a test can end on a mutant, strongest first. `rule`: a rule fired. `failed`: it failed otherwise, crashed, or did
 * not finish. `DEVICE`: only the model's own invariants broke. `passed`: nothing noticed the change.
 */
export const TEST_OUTCOMES = ['rule', 'failed', 'DEVICE', 'passed'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

/** A run on a mutant counts as hung once it exceeds the unmodified model's figures by this factor plus a margin. */
const MAX_SLOWDOWN = 8;
const CYCLES_MARGIN = 2_000_000;
const TRANSACTIONS_MARGIN = 20_000;

/** Total number of transactions allowed for one mutant's tests. */
const BUDGET = 120_000;

/** Returns the first tests of a nightly run. */
export function listNightlyTests(root: string, count: number): readonly NamedTest[] {
  const plan = planTests(readSeed(root), selectSequences(findSuite('nightly'), undefined, NO_OVERRIDES));
  return Array.from({ length: count }, () => {
    const { sequence, seed } = plan.next().value;
    return { sequence, seed };
  });
}

const corpus = openCorpus();
const scenarios = new Map<string, Scenario>();

/** Returns the scenario of a test, generating it on first use. */
export function generateScenario({ sequence, seed }: NamedTest): Scenario {
  const request = { sequence: findSequence(sequence), seed, overrides: NO_OVERRIDES, corpus };
  const scenario = scenarios.get(seed) ?? generateTest(request);
  scenarios.set(seed, scenario);
  return scenario;
}

/** Runs a test on the unmodified device alone, with probes that `take` reads. */
export function tryOnModel(model: Model, test: NamedTest, take: TakeActiveMutants): PoolTest {
  let transactions = 0;
  const { cycles } = model.runScenario(generateScenario(test), () => transactions++);
  return { ...test, cycles, transactions, activeMutants: take() };
}

/**
 * Chooses tests that reach a mutant, within a budget of transactions: the cheapest test of each sequence,
 * then the second cheapest of each, and so on.
 */
export function chooseTests(pool: readonly PoolTest[], mutant: number, budget = BUDGET): readonly PoolTest[] {
  const rounds = new Map<string, number>();
  const ranked = pool
    .filter(({ activeMutants }) => activeMutants[mutant] === 1)
    .sort((a, b) => a.transactions - b.transactions || (a.seed < b.seed ? -1 : 1))
    .map((test) => {
      const round = rounds.get(test.sequence) ?? 0;
      rounds.set(test.sequence, round + 1);
      return { test, round };
    });
  ranked.sort((a, b) => a.round - b.round);
  let remainingTransactions = budget;
  return ranked
    .map(({ test }) => test)
    .filter(({ transactions }, index) => {
      remainingTransactions -= transactions;
      return remainingTransactions >= 0 || index === 0;
    });
}

class RunawayError extends Error {}

const collector: Collector = createCollector('mutants');

/** Number of tests started so far, used as each test's position. */
let testsStarted = 0;

/** Runs a test on a mutant with all scoreboards and covergroups. */
export function runOnMutant(model: Model, test: PoolTest): TestOutcome {
  let transactions = 0;
  const maxTransactions = test.transactions * MAX_SLOWDOWN + TRANSACTIONS_MARGIN;
  try {
    const { verdict, finding } = runScenarioTest(generateScenario(test), {
      cover: { collector, id: test.seed, position: testsStarted++ },
      sink: () => {
        if (++transactions > maxTransactions) throw new RunawayError();
      },
      cycles: test.cycles * MAX_SLOWDOWN + CYCLES_MARGIN,
      model,
    });
    if (verdict.violations.some(({ severity }) => severity === 'error')) return 'rule';
    if (finding === undefined) return 'passed';
    return finding.rule === DEVICE ? 'DEVICE' : 'failed';
  } catch {
    return 'failed';
  }
}
