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

/** Identifies a test in the pool. */
export interface NamedTest {
  readonly sequence: string;
  readonly seed: string;
}

/** A constrained-random test that passes on the model, with the model's results. */
export interface PoolTest extends NamedTest {
  readonly cycles: number;
  readonly instructions: number;
  readonly transactions: number;
  /** Hash of the complete stream. */
  readonly digest: string;
  /** Indexed by mutant: 1 if its code runs in the test. */
  readonly reachedMutants: Uint8Array;
}

/** The outcome of a test on a mutant. */
export interface TestOutcome {
  /**
   * Why the test fails; absent if it passes. `rule`: a rule fired. `unchecked`, `illegal-bin`, `structure`:
   * it failed for that reason without a rule. `unit tests`: a test of the project failed. `crash`: the model
   * or a judge threw. `hung`: it did not finish.
   */
  readonly by?: string;
  /** The rules that fired as errors. */
  readonly rules: readonly RuleId[];
  /** Present if only the model's own invariants detected the mutant, which does not count as a kill. */
  readonly device?: true;
  /** Whether the stream differs from the model's, that is, whether the change had an effect. */
  readonly differs: boolean;
}

/** A mutant's run counts as hung once it is this many times as long as the model's, plus a margin. */
const TIMES_MAX = 8;
const CYCLES_MARGIN = 2_000_000;
const TRANSACTIONS_MARGIN = 20_000;

/** Maximum number of transactions over all tests of one mutant. */
const BUDGET = 120_000;

/**
 * Returns the tests for mutants: the killers of the faults (run without a fault), `count` smoke tests, and
 * cells of the scenario matrix.
 */
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

/** Plans the first `count` tests from the suite's sequences with wanted names. */
function plannedTests(root: string, suite: string, isWanted: (name: string) => boolean, count: number) {
  const sequences = selectSequences(findSuite(suite), undefined, NO_OVERRIDES);
  const wanted = sequences.filter(({ sequence }) => isWanted(sequence.name));
  const plan = planTests(readSeed(root), wanted);
  return Array.from({ length: count }, () => plan.next().value);
}

/**
 * Returns the names of scenario matrix tests: one for each cell that expects no rule, in the cell's first
 * size, cycling through the generations. They cover states that are rare in smoke: rates, sample counts, late
 * tests, positions and placements.
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
  return [...cells.values()].map((onChips, index) => onChips[index % onChips.length]!);
}

const corpus = openCorpus();
const scenarios = new Map<string, Scenario>();

/** Returns the scenario of a pool test, generating it on first use. */
function scenarioOf({ sequence, seed }: NamedTest): Scenario {
  const request = { sequence: findSequence(sequence), seed, overrides: NO_OVERRIDES, corpus };
  const scenario = scenarios.get(seed) ?? generateTest(request);
  scenarios.set(seed, scenario);
  return scenario;
}

/**
 * Runs a test on the unmodified model. Returns undefined if it fails, because some killers expect rules to
 * fire even without the fault.
 */
export function tryOnModel(model: Model, test: NamedTest, take: TakeReach): PoolTest | undefined {
  take();
  const stream = new StreamDigest();
  const sink = stream.add.bind(stream);
  const { run, finding } = runScenarioTest(scenarioOf(test), { sink, model });
  if (finding !== undefined) return undefined;
  const { cycles, instructions } = run;
  return { ...test, cycles, instructions, ...stream.end(), reachedMutants: take() };
}

/**
 * Chooses the tests that reach a mutant within a budget of transactions: the cheapest test of each sequence,
 * then the second cheapest of each, and so on.
 */
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
    .filter(({ transactions }, index) => {
      transactionsLeft -= transactions;
      return transactionsLeft >= 0 || index === 0;
    });
}

class Runaway extends Error {}

const collector: Collector = createCollector('mutants');

/** Number of tests that the collector has started. Each test gets its own position. */
let testsStarted = 0;

/** Runs a pool test on a mutant under all scoreboards and covergroups. */
export function runOnMutant(model: Model, test: PoolTest): TestOutcome {
  const stream = new StreamDigest();
  const transactionsMax = test.transactions * TIMES_MAX + TRANSACTIONS_MARGIN;
  try {
    const { run, verdict, finding } = runScenarioTest(scenarioOf(test), {
      cover: { collector, id: test.seed, position: testsStarted++ },
      sink: (transaction) => {
        if (stream.add(transaction) > transactionsMax) throw new Runaway();
      },
      cycles: test.cycles * TIMES_MAX + CYCLES_MARGIN,
      model,
    });
    const errors = verdict.violations.filter(({ severity }) => severity === 'error');
    const rules = [...new Set(errors.map(({ rule }) => rule as RuleId))];
    const differs =
      stream.end().digest !== test.digest ||
      run.cycles !== test.cycles ||
      run.instructions !== test.instructions;
    if (finding === undefined) return { rules, differs };
    // A broken invariant is evidence but not a kill, because only a rule can kill a mutant.
    if (finding.rule === DEVICE) return { rules, differs, device: true };
    return { by: reasonOf(finding.rule), rules, differs };
  } catch (error) {
    return { by: error instanceof Runaway ? 'hung' : 'crash', rules: [], differs: true };
  }
}

function reasonOf(reason: string): string {
  if (reason === 'inconclusive') return 'hung';
  return isRuleId(reason) ? 'rule' : reason;
}
