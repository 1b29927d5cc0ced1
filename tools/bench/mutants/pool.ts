import { createHash } from 'node:crypto';
import { getKillMatrixPath, readKillMatrix } from '../../../closure/qualify/index.js';
import { type Collector, createCollector } from '../../../coverage/index.js';
import { readSeed } from '../../../harness/basics/index.js';
import { generateTest, runScenarioTest } from '../../../harness/one-test/index.js';
import { openCorpus } from '../../../harness/programs/index.js';
import { DEVICE, type Model } from '../../../harness/records/index.js';
import {
  findSequence,
  findSuite,
  NO_OVERRIDES,
  parseTestName,
  planTests,
  selectSequences,
} from '../../../harness/selection/index.js';
import { findMatrixTest, getCellName, listMatrixTests } from '../../../stimulus/index.js';
import { isRuleId, type RuleId, type Scenario, type Transaction } from '../../../transactions/index.js';
import type { TakeActiveMutants } from './instrument.js';

/** Identifies a run's transaction stream by its length and a hash of every field of every transaction. */
class StreamDigest {
  private readonly hash = createHash('sha1');
  private count = 0;

  /** Adds a transaction to the hash and returns the number added so far. */
  add(transaction: Transaction): number {
    this.hash.update(JSON.stringify(transaction));
    return ++this.count;
  }

  /** Returns the complete stream's length and digest. Nothing can be added afterwards. */
  end(): { readonly transactions: number; readonly digest: string } {
    return { transactions: this.count, digest: this.hash.digest('hex') };
  }
}

/** Identifies a test. */
export interface NamedTest {
  readonly sequence: string;
  readonly seed: string;
}

/** A constrained-random test that passes on the unmodified model, with the results of that run. */
export interface PoolTest extends NamedTest {
  readonly cycles: number;
  readonly instructions: number;
  readonly transactions: number;
  /** Hash of the complete stream. */
  readonly digest: string;
  /** For each mutant, 1 if the test runs its code. */
  readonly activeMutants: Uint8Array;
}

/** The outcome of running a test on a mutant. */
export interface TestOutcome {
  /**
   * Why the test failed; absent if it passed. `rule`: a rule fired. `unchecked`, `illegal-bin`, `structure`:
   * it failed for that reason, and no rule fired. `unit tests`: one of the project's tests failed. `crash`: the
   * model or a checker threw an error. `hung`: it did not finish.
   */
  readonly killedBy?: string;
  /** The rules that fired with severity `error`. */
  readonly rules: readonly RuleId[];
  /** Present if only the model's own invariants detected the mutant, which does not count as a kill. */
  readonly device?: true;
  /** Whether the stream differs from the unmodified model's, which shows that the change had an effect. */
  readonly differs: boolean;
}

/** A run on a mutant counts as hung once it exceeds the unmodified model's figures by this factor plus a margin. */
const MAX_SLOWDOWN = 8;
const CYCLES_MARGIN = 2_000_000;
const TRANSACTIONS_MARGIN = 20_000;

/** Total number of transactions allowed for one mutant's tests. */
const BUDGET = 120_000;

/**
 * Returns the tests to run on mutants: the killer of each fault (run without the fault), `count` smoke tests, and
 * scenario matrix tests.
 */
export function listPoolTests(root: string, count: number): readonly NamedTest[] {
  const cells = listPoolCells();
  const killers = readKillMatrix(getKillMatrixPath()).map(({ killer }) => parseTestName(killer));
  const allTests = [
    ...killers,
    ...planFirstTests(root, 'smoke', () => true, count),
    ...planFirstTests(root, 'matrix', (name) => cells.includes(name), cells.length),
  ];
  const byName = new Map(allTests.map(({ sequence, seed }) => [`${sequence} ${seed}`, { sequence, seed }]));
  return [...byName.values()];
}

/** Returns the first tests of a nightly run. */
export function listNightlyTests(root: string, count: number): readonly NamedTest[] {
  return planFirstTests(root, 'nightly', () => true, count).map(({ sequence, seed }) => ({ sequence, seed }));
}

/** Plans the first `count` tests of a suite, using only the sequences whose names `isIncluded` accepts. */
function planFirstTests(root: string, suite: string, isIncluded: (name: string) => boolean, count: number) {
  const sequences = selectSequences(findSuite(suite), undefined, NO_OVERRIDES);
  const included = sequences.filter(({ sequence }) => isIncluded(sequence.name));
  const plan = planTests(readSeed(root), included);
  return Array.from({ length: count }, () => plan.next().value);
}

/**
 * Returns the names of scenario matrix tests: one for each cell that expects no rule to fire, at the cell's first
 * size, cycling through the generations. These tests cover what smoke tests rarely cover: shading rates, sample
 * counts, late tests, positions and placements.
 */
export function listPoolCells(): readonly string[] {
  const cells = new Map<string, string[]>();
  for (const { sequence, sampled, onlyForChip } of listMatrixTests()) {
    const { cell, size } = findMatrixTest(sequence)!;
    if (sampled || onlyForChip !== undefined || cell.expects !== undefined) continue;
    if (cell.sizes !== undefined && size !== cell.sizes[0]) continue;
    const sequences = cells.get(getCellName(cell)) ?? [];
    if (sequences.length === 0 || findMatrixTest(sequences[0]!)!.size === size) sequences.push(sequence);
    cells.set(getCellName(cell), sequences);
  }
  return [...cells.values()].map((sequences, index) => sequences[index % sequences.length]!);
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

/**
 * Runs a test on the unmodified model. Returns undefined if it fails. Some killers fail even without their fault
 * because they expect rules to fire.
 */
export function tryOnModel(model: Model, test: NamedTest, take: TakeActiveMutants): PoolTest | undefined {
  take();
  const stream = new StreamDigest();
  const sink = stream.add.bind(stream);
  const { run, finding } = runScenarioTest(generateScenario(test), { sink, model });
  if (finding !== undefined) return undefined;
  const { cycles, instructions } = run;
  return { ...test, cycles, instructions, ...stream.end(), activeMutants: take() };
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
  const stream = new StreamDigest();
  const maxTransactions = test.transactions * MAX_SLOWDOWN + TRANSACTIONS_MARGIN;
  try {
    const { run, verdict, finding } = runScenarioTest(generateScenario(test), {
      cover: { collector, id: test.seed, position: testsStarted++ },
      sink: (transaction) => {
        if (stream.add(transaction) > maxTransactions) throw new RunawayError();
      },
      cycles: test.cycles * MAX_SLOWDOWN + CYCLES_MARGIN,
      model,
    });
    const errors = verdict.violations.filter(({ severity }) => severity === 'error');
    const rules = [...new Set(errors.map(({ rule }) => rule as RuleId))];
    const differs =
      stream.end().digest !== test.digest ||
      run.cycles !== test.cycles ||
      run.instructions !== test.instructions;
    if (finding === undefined) return { rules, differs };
    // A broken invariant is recorded but does not kill the mutant. Only a rule can.
    if (finding.rule === DEVICE) return { rules, differs, device: true };
    return { killedBy: getKillCause(finding.rule), rules, differs };
  } catch (error) {
    return { killedBy: error instanceof RunawayError ? 'hung' : 'crash', rules: [], differs: true };
  }
}

function getKillCause(failure: string): string {
  if (failure === 'inconclusive') return 'hung';
  return isRuleId(failure) ? 'rule' : failure;
}
