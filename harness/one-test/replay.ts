import { createCollector } from '../../coverage/index.js';
import {
  isStaticFinding,
  type RuleId,
  type Scenario,
  type Transaction,
  type TransactionSink,
  type Violation,
} from '../../transactions/index.js';
import { makeRecordedSchedule } from '../basics/index.js';
import { sortCausesFirst, sortForExplanation } from '../records/index.js';
import { chooseWaves, createWitnessSink, FormedWaves, type Witness } from '../records/witness.js';
import { type RunOptions, runScenarioTest, type TestResult } from './run-test.js';

/**
 * Returns the cause to show in the diagram in place of the violation. Applies only to causes found on a program path,
 * which have no cycle of their own. The cause gets the cycle in which the wave in the diagram reaches the instruction.
 * Returns undefined if the first cause was observed during the run, or if the wave does not reach the instruction by
 * the violation's cycle.
 *
 * Example: PROTO-03 reports that the entry wait at pc 0x80 admits a wave too early; ORD-01 sees wave 15 collide
 * in cycle 14,991. The diagram shows PROTO-03 in cycle 14,610, when wave 15 reaches pc 0x80.
 */
export function findCauseForDiagram(
  violations: readonly Violation[],
  { violation, waves }: Pick<Witness, 'violation' | 'waves'>,
  transactions: readonly Transaction[],
): Violation | undefined {
  const [cause] = sortForExplanation(violations);
  if (cause === undefined || cause === violation || !isStaticFinding(cause)) return undefined;
  const { draw, pc } = cause.place;
  if (violation.place.draw !== undefined && violation.place.draw !== draw) return undefined;
  const lastWave = violation.place.wave ?? waves.at(-1);
  const arrival = transactions.findLast(
    (candidate) =>
      candidate.kind === 'instructions-issued' &&
      candidate.wave === lastWave &&
      candidate.cycle <= violation.cycle &&
      candidate.first <= pc! &&
      pc! <= candidate.last,
  );
  return arrival && { ...cause, cycle: arrival.cycle, place: { ...violation.place, ...cause.place } };
}

/** Returns the address of the first memory word reported to have a wrong final value, or undefined if there is none. */
function findWrongWord({ verdict }: TestResult): number | undefined {
  const found = verdict.violations.filter(({ place }) => place.address !== undefined);
  const [first] = sortCausesFirst(found.map((violation) => ({ violation })));
  return first?.violation.place.address;
}

/** Replaces a result's violations at `address` with those from a run that tracked the accesses to that word. */
function replaceViolations(result: TestResult, trackedResult: TestResult, address: number): TestResult {
  const trackedViolations = trackedResult.verdict.violations.filter(({ place }) => place.address === address);
  const findReplacement = (violation: Violation): Violation =>
    trackedViolations.find((candidate) => isSameViolation(candidate, violation)) ?? violation;
  const violations = result.verdict.violations.map((violation) =>
    violation.place.address === address ? findReplacement(violation) : violation,
  );
  return { ...result, verdict: { ...result.verdict, violations } };
}

function isSameViolation(a: Violation, b: Violation): boolean {
  return (
    a.rule === b.rule &&
    a.severity === b.severity &&
    a.place.address === b.place.address &&
    a.observed === b.observed
  );
}

/** Options for a replay. */
interface ReplayOptions {
  /** The last cycle to run. */
  readonly until?: number | undefined;
  /** Ends the trace after the cycle of this rule's first violation. */
  readonly breakOn?: RuleId | undefined;
  /** The waves to trace; all by default. Transactions without a wave are always included. */
  readonly waves?: readonly number[] | undefined;
  /** Receives the traced transactions. */
  readonly trace?: TransactionSink | undefined;
  /** Called before each of the two runs. */
  readonly beforeRun?: () => void;
}

/** The result of replaying a test. */
export interface ReplayResult extends TestResult {
  /** Whether replaying the recorded choices produced the same violations at the same cycles. */
  readonly repeatable: boolean;
  /** The cycle at which `until` stopped the replay before it could pass or fail; absent otherwise. */
  readonly stoppedAtCycle?: number;
  /** The number of hardware choices recorded. */
  readonly choices: number;
  /** The data for a diagram of the earliest violation that involves waves; absent if none does. */
  readonly witness?: Witness;
}

/** Runs a scenario and records its choices, then replays them to check that the run is repeatable and to trace it. */
export function replayScenario(scenario: Scenario, options: ReplayOptions = {}): ReplayResult {
  const limit = options.until === undefined ? {} : { cycles: options.until };
  const waves = new FormedWaves();
  options.beforeRun?.();
  const result = runScenarioTest(scenario, { record: true, sink: waves.observe, ...limit });
  const choices = result.run.choices ?? [];
  const schedule = makeRecordedSchedule(scenario.schedule, choices);
  const shown = findDiagramViolation(result, waves, scenario);
  const { waves: shownWaves = [] } = shown ?? {};
  const transactions: Transaction[] = [];
  const sinks = [createWitnessSink(shownWaves, transactions)];
  if (options.trace !== undefined) sinks.push(makeTraceFilter(options, options.trace, result));
  const sink: TransactionSink = (transaction) => {
    for (const receive of sinks) receive(transaction);
  };
  options.beforeRun?.();
  const follow = findWrongWord(result);
  const rerun = runScenarioTest(
    { ...scenario, schedule },
    { ...limit, sink, ...makeCoverageOptions(result), ...(follow === undefined ? {} : { follow }) },
  );
  const checked = rerun.finding?.rule === 'illegal-bin' ? { ...result, finding: rerun.finding } : result;
  const resultWithDetails = follow === undefined ? checked : replaceViolations(checked, rerun, follow);
  const pickShownViolation = (witness: Pick<Witness, 'violation' | 'waves'>): Violation =>
    findCauseForDiagram(resultWithDetails.verdict.violations, witness, transactions) ??
    findDetailed(resultWithDetails, result, witness.violation);
  return {
    ...resultWithDetails,
    repeatable: haveSameViolations(result, rerun),
    choices: choices.length,
    ...findStopCycle(result, options),
    ...(shown === undefined
      ? {}
      : { witness: { ...shown, violation: pickShownViolation(shown), transactions } }),
  };
}

/** Returns the second run's coverage options. Coverage is needed only to find illegal bins, if all else passes. */
function makeCoverageOptions({ scenario, finding }: TestResult): Pick<RunOptions, 'cover'> {
  if (finding !== undefined) return {};
  return { cover: { collector: createCollector('replay'), id: scenario.name, position: 0 } };
}

/** Returns the violation in `detailed` that corresponds to the given one in the original result. */
function findDetailed(detailed: TestResult, { verdict }: TestResult, violation: Violation): Violation {
  return detailed.verdict.violations[verdict.violations.indexOf(violation)] ?? violation;
}

function findStopCycle(
  { finding }: TestResult,
  { until }: ReplayOptions,
): Pick<ReplayResult, 'stoppedAtCycle'> {
  return until !== undefined && finding?.outcome === 'inconclusive' ? { stoppedAtCycle: until } : {};
}

/**
 * Finds the earliest violation that involves waves, to show in a diagram, if there is one. The cause itself is often
 * not found until the run ends.
 */
function findDiagramViolation(
  { verdict }: TestResult,
  { formed }: FormedWaves,
  { draws }: Scenario,
): Pick<Witness, 'violation' | 'waves'> | undefined {
  for (const violation of verdict.violations) {
    const shownWaves = chooseWaves(violation, formed, draws);
    if (shownWaves.length > 0) return { violation, waves: shownWaves };
  }
  return undefined;
}

function makeTraceFilter(
  { breakOn, waves }: ReplayOptions,
  trace: TransactionSink,
  { verdict }: TestResult,
): TransactionSink {
  const lastCycle = verdict.violations.find(({ rule }) => rule === breakOn)?.cycle ?? Infinity;
  const tracedWaves = waves === undefined ? undefined : new Set(waves);
  return (transaction) => {
    if (transaction.cycle <= lastCycle && isTraced(transaction, tracedWaves)) trace(transaction);
  };
}

function isTraced(transaction: Transaction, waves: ReadonlySet<number> | undefined): boolean {
  return waves === undefined || !('wave' in transaction) || waves.has(transaction.wave);
}

function haveSameViolations(a: TestResult, b: TestResult): boolean {
  const summarise = ({ verdict }: TestResult): string =>
    verdict.violations.map(({ rule, cycle, observed }) => `${rule}@${cycle} ${observed}`).join('\n');
  return a.run.cycles === b.run.cycles && summarise(a) === summarise(b);
}
