import { readSeed } from '../../../base/basics/index.js';
import { StreamDigest } from '../../../base/basics/stream-digest.js';
import { killMatrixFile, readKillMatrix } from '../../../closure/qualify/index.js';
import { type Collector, createCollector } from '../../../coverage/index.js';
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
import { cellName, matrixTest, matrixTests } from '../../../stimulus/index.js';
import { isRuleId, type RuleId, type Scenario } from '../../../transactions/index.js';
import type { TakeReach } from './reach.js';

/** Identifies a test of the pool. */
export interface NamedTest {
  readonly sequence: string;
  readonly seed: string;
}

/** A constrained-random test that the model passes, with the model's behaviour. */
export interface PoolTest extends NamedTest {
  readonly cycles: number;
  readonly instructions: number;
  readonly transactions: number;
  /** Hash of the whole stream. */
  readonly digest: string;
  /** By mutant number, 1 if its place runs in the test. */
  readonly reachedMutants: Uint8Array;
}

/** Outcome of a test of a mutant. */
export interface TestOutcome {
  /**
   * Why the test fails; absent if it passes. `rule`: a rule fired. `unchecked`, `illegal-bin`, `structure`: it failed
   * for that reason without a rule. `unit tests`: a project test failed. `crash`: the model or a judge threw. `hung`:
   * it did not end.
   */
  readonly by?: string;
  /** Rules that fired as errors. */
  readonly rules: readonly RuleId[];
  /** Present if only the model's own invariants saw it, which is no kill. */
  readonly device?: true;
  /** The stream differs from the model's, so the change had an effect. */
  readonly differs: boolean;
}

/** A mutant's run counts as endless once it is this many times as long as the model's. */
const TIMES_MAX = 8;
const CYCLES_MORE = 2_000_000;
const TRANSACTIONS_MORE = 20_000;

/** Maximum number of transactions of one mutant's tests. */
const BUDGET = 120_000;

/** Tests for mutants: those that kill the faults, run without a fault; this many smoke tests; and the scenario matrix cells. */
export function poolTests(root: string, count: number): readonly NamedTest[] {
  const cells = poolCells();
  const killers = readKillMatrix(killMatrixFile()).map(({ killer }) => parseTestName(killer));
  const all = [
    ...killers,
    ...plannedTests(root, 'smoke', () => true, count),
    ...plannedTests(root, 'matrix', (name) => cells.includes(name), cells.length),
  ];
  const byName = new Map(all.map(({ sequence, seed }) => [`${sequence} ${seed}`, { sequence, seed }]));
  return [...byName.values()];
}

/** The first tests of a plan of the suite's sequences with wanted names. */
function plannedTests(root: string, suite: string, isWanted: (name: string) => boolean, count: number) {
  const sequences = selectSequences(findSuite(suite), undefined, NO_OVERRIDES);
  const wanted = sequences.filter(({ sequence }) => isWanted(sequence.name));
  const plan = planTests(readSeed(root), wanted);
  return Array.from({ length: count }, () => plan.next().value);
}

/**
 * Scenario matrix test names: each cell that expects no rule once, in its first size, cycling through the generations.
 * They cover states rare in smoke: rates, sample counts, late tests, positions, placements.
 */
export function poolCells(): readonly string[] {
  const cells = new Map<string, string[]>();
  for (const { sequence, sampled, onlyForChip } of matrixTests()) {
    const { cell, size } = matrixTest(sequence)!;
    if (sampled || onlyForChip !== undefined || cell.expects !== undefined) continue;
    if (cell.sizes !== undefined && size !== cell.sizes[0]) continue;
    const onChips = cells.get(cellName(cell)) ?? [];
    if (onChips.length === 0 || matrixTest(onChips[0]!)!.size === size) onChips.push(sequence);
    cells.set(cellName(cell), onChips);
  }
  return [...cells.values()].map((onChips, at) => onChips[at % onChips.length]!);
}

const corpus = openCorpus();
const scenarios = new Map<string, Scenario>();

/** A pool test's scenario; made once. */
function scenarioOf({ sequence, seed }: NamedTest): Scenario {
  const request = { sequence: findSequence(sequence), seed, overrides: NO_OVERRIDES, corpus };
  const scenario = scenarios.get(seed) ?? generateTest(request);
  scenarios.set(seed, scenario);
  return scenario;
}

/** Runs a test on the model itself; undefined if it fails: some tests that kill a fault expect rules without it too. */
export function tryOnModel(model: Model, test: NamedTest, take: TakeReach): PoolTest | undefined {
  take();
  const stream = new StreamDigest();
  const sink = stream.take.bind(stream);
  const { run, finding } = runScenarioTest(scenarioOf(test), { sink, model });
  if (finding !== undefined) return undefined;
  const { cycles, instructions } = run;
  return { ...test, cycles, instructions, ...stream.end(), reachedMutants: take() };
}

/** The tests that reach a mutant: the cheapest of each sequence, then the second cheapest of each, and so on, within a budget of transactions. */
export function chooseTests(pool: readonly PoolTest[], mutant: number, budget = BUDGET): readonly PoolTest[] {
  const turns = new Map<string, number>();
  const ranked = pool
    .filter(({ reachedMutants }) => reachedMutants[mutant] === 1)
    .sort((a, b) => a.transactions - b.transactions || (a.seed < b.seed ? -1 : 1))
    .map((test) => {
      const turn = turns.get(test.sequence) ?? 0;
      turns.set(test.sequence, turn + 1);
      return { test, turn };
    });
  ranked.sort((a, b) => a.turn - b.turn);
  let transactionsLeft = budget;
  return ranked
    .map(({ test }) => test)
    .filter(({ transactions }, at) => {
      transactionsLeft -= transactions;
      return transactionsLeft >= 0 || at === 0;
    });
}

class Runaway extends Error {}

const collector: Collector = createCollector('mutants');

/** Number of tests that the collector has started: each gets its own position. */
let testsStarted = 0;

/** Runs a pool test on a mutant, under all scoreboards and covergroups. */
export function runOnMutant(model: Model, test: PoolTest): TestOutcome {
  const stream = new StreamDigest();
  const transactionsMax = test.transactions * TIMES_MAX + TRANSACTIONS_MORE;
  try {
    const { run, verdict, finding } = runScenarioTest(scenarioOf(test), {
      cover: { collector, id: test.seed, position: testsStarted++ },
      sink: (transaction) => {
        if (stream.take(transaction) > transactionsMax) throw new Runaway();
      },
      cycles: test.cycles * TIMES_MAX + CYCLES_MORE,
      model,
    });
    const errors = verdict.violations.filter(({ severity }) => severity === 'error');
    const rules = [...new Set(errors.map(({ rule }) => rule as RuleId))];
    const differs =
      stream.end().digest !== test.digest ||
      run.cycles !== test.cycles ||
      run.instructions !== test.instructions;
    if (finding === undefined) return { rules, differs };
    // A broken invariant is evidence, not a kill: a rule must detect the mutant.
    if (finding.rule === DEVICE) return { rules, differs, device: true };
    return { by: reasonOf(finding.rule), rules, differs };
  } catch (error) {
    return { by: error instanceof Runaway ? 'hung' : 'crash', rules: [], differs: true };
  }
}

function reasonOf(word: string): string {
  if (word === 'inconclusive') return 'hung';
  return isRuleId(word) ? 'rule' : word;
}
