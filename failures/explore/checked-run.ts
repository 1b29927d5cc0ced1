import { createScoreboards } from '../../checkers/index.js';
import { InvariantRecorder, isDeviceUnderTest } from '../../harness/one-test/index.js';
import { type Finding, getBucket, getFinding } from '../../harness/records/index.js';
import { formatNumber } from '../../harness/text/index.js';
import {
  type ChoicePoint,
  makeDefaultBudget,
  type NextStep,
  type OrderQuestion,
  runScenario,
} from '../../rtl-model/index.js';
import type { Scenario, Transaction } from '../../transactions/index.js';
import { allowsSameCycle, SameCycleSteps } from './same-cycle.js';

/** The number of instructions after which a small scene's run counts as an infinite loop. */
export const MAX_INSTRUCTIONS = 200_000;

/** The maximum number of events in a run. A small scene has far fewer. */
export const MAX_EVENTS = 20_000;

/** A choice point, as presented to a search. */
export interface SearchQuestion extends Pick<OrderQuestion, 'alternatives' | 'fingerprint'> {
  /** The events that may occur next. */
  steps(): readonly Pick<NextStep, 'name' | 'blockedEvents' | 'footprint'>[];
}

/** Chooses the order of the events in a run. */
export interface OrderSource {
  /** Returns the alternative to take, or undefined to end the run (for example, because the state was seen before). */
  choose(question: SearchQuestion): number | undefined;
}

/** Chooses the orders to run and counts states. */
export interface OrderSearch extends OrderSource {
  /** The number of states stored so far. A run can stop when it reaches one of them. */
  readonly states: number;
  /** Why the search is incomplete, or undefined if nothing has made it so. */
  readonly incompleteReason: string | undefined;
  /** The number of steps at which partial-order reduction pruned choices. */
  readonly reductions: number;
  /** Moves on to the next order after a run. Returns false once every order has been followed. */
  advance(): boolean;
}

/** Returns the reason to report when the state table is full. */
export function formatFullTableReason(maxStates: number): string {
  return `the state table is full (${formatNumber(maxStates)} states)`;
}

/** Returns a string that identifies a set of event names. */
export function joinNames(events: readonly { readonly name: string }[]): string {
  return events
    .map(({ name }) => name)
    .sort()
    .join();
}

/**
 * Throws if two states with the same fingerprint have different next events, which means that the fingerprint omits
 * some of the state.
 */
export function requireSameEvents(before: string, now: string): void {
  if (before !== now) throw new Error(`the same fingerprint has different next events: ${before} and ${now}`);
}

/** The result of one run in a search. */
export interface CheckedOrderRun {
  /** The run's schedule, which is the order of its events. */
  readonly choices: readonly number[];
  readonly finding?: Finding;
  /** The choices that took their first alternative. */
  readonly pinned: readonly ChoicePoint[];
  /** The memory spaces that the run accessed. */
  readonly spaces: ReadonlySet<string>;
  /** Whether the run was abandoned because it had more than `MAX_EVENTS` events. */
  readonly isTooLong: boolean;
  /** The final contents of memory and colour buffers, as text. Only for completed runs. */
  readonly memory?: string;
}

/** Runs a scene in the order chosen by a search, and checks it with every rule that does not depend on timing. */
export function runAndCheck(scenario: Scenario, search: OrderSource): CheckedOrderRun {
  let events = 0;
  let firstErrorCycle: number | undefined;
  const scoreboards = createScoreboards(scenario, {
    onError: ({ cycle }) => {
      firstErrorCycle ??= cycle;
    },
  });
  const contents: string[] = [];
  const spaces = new Set<string>();
  const choose = (question: OrderQuestion): number | undefined =>
    ++events > MAX_EVENTS ? undefined : search.choose(question);
  const sameCycle = allowsSameCycle(scenario) ? new SameCycleSteps() : undefined;
  const invariantRecorder = isDeviceUnderTest(scenario) ? new InvariantRecorder() : undefined;
  const observe = (transaction: Transaction): void => {
    scoreboards.observe(transaction);
    if (transaction.kind === 'memory-issued') spaces.add(transaction.space);
    addContents(transaction, contents);
  };
  const guide = (question: OrderQuestion): number | undefined =>
    sameCycle === undefined ? choose(question) : sameCycle.answer(question, choose);
  const run = runScenario(scenario, invariantRecorder?.guard(observe) ?? observe, {
    guide: invariantRecorder?.guard(guide) ?? guide,
    ...(invariantRecorder === undefined ? {} : { onViolation: invariantRecorder.record }),
    budget: { ...makeDefaultBudget(), instructions: MAX_INSTRUCTIONS },
  });
  const { choices = [], pinned = [] } = run;
  const facts = { choices, pinned, spaces, isTooLong: events > MAX_EVENTS };
  const errorCycle = firstErrorCycle;
  if (run.ended === true && errorCycle === undefined) {
    scoreboards.abandon();
    return facts;
  }
  const verdict = scoreboards.finish();
  if (run.ended !== true) {
    const finding = getFinding(scenario, verdict, invariantRecorder?.findings);
    const memory = contents.join('\n');
    return { ...facts, memory, ...(finding === undefined ? {} : { finding }) };
  }
  // In an unfinished run, violations count, but anything missing at the end does not.
  const first = verdict.violations.find(
    ({ severity, cycle }) => severity === 'error' && cycle === errorCycle,
  );
  if (first === undefined) return facts;
  const finding = { outcome: 'failed', signature: getBucket(scenario, first), rule: first.rule } as const;
  return { ...facts, finding };
}

function addContents(transaction: Transaction, contents: string[]): void {
  if (transaction.kind === 'memory-dumped')
    contents.push(`${transaction.object} ${transaction.words.join()}`);
  if (transaction.kind === 'colour-dumped')
    contents.push(`${transaction.target} ${transaction.words.join()}`);
}
