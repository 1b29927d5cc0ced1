import { numberText } from '../../base/text/index.js';
import { createScoreboards } from '../../checkers/index.js';
import { BrokenDevice, isDeviceOnTrial } from '../../harness/one-test/index.js';
import { bucketOf, type Finding, findingOf } from '../../harness/records/index.js';
import {
  type ChoicePoint,
  type NextStep,
  newBudget,
  type OrderQuestion,
  runScenario,
} from '../../rtl-model/index.js';
import type { Scenario, Transaction } from '../../transactions/index.js';
import { hasSameClock, SameCycleSteps } from './same-cycle.js';

/** Instructions after which a run of a small scene counts as endless. */
const INSTRUCTIONS_MAX = 200_000;

/** Maximum number of events in a run; a scene of a few waves has far fewer. */
export const EVENTS_MAX = 20_000;

/** What a search may ask at a point in a run. */
export interface SearchQuestion extends Pick<OrderQuestion, 'alternatives' | 'fingerprint'> {
  /** The possible next events. */
  steps(): readonly Pick<NextStep, 'name' | 'blockedEvents' | 'footprint'>[];
}

/** Chooses a run's order. */
export interface OrderSource {
  /** The alternative for the current run to take; undefined ends the run, for example because the rest is known. */
  take(question: SearchQuestion): number | undefined;
}

/** Chooses the orders to run, and counts states. */
export interface OrderSearch extends OrderSource {
  /** Number of stored states; a run can stop at any of them. */
  readonly states: number;
  /** Why "complete" can no longer be claimed; undefined while it still can. */
  readonly incompleteBecause: string | undefined;
  /** Number of steps at which only some next events had to be followed. */
  readonly reductions: number;
  /** After a run: moves to the next; false once every order has been followed. */
  advance(): boolean;
}

/** The reason given by a search that has no room for more states. */
export function fullTableReason(statesMax: number): string {
  return `the table of states is full (${numberText(statesMax)})`;
}

/** A string that identifies a set of event names. */
export function namesOf(events: readonly { readonly name: string }[]): string {
  return events
    .map(({ name }) => name)
    .sort()
    .join();
}

/** @throws Error if two runs reached one fingerprint with different next events: the fingerprint misses part of the state. */
export function requireSameEvents(before: string, now: string): void {
  if (before !== now) throw new Error(`one fingerprint has two sets of next events: ${before} and ${now}`);
}

/** One run of a search. */
export interface JudgedRun {
  /** Its schedule: the order of events. */
  readonly choices: readonly number[];
  readonly finding?: Finding;
  /** Choices that took their first alternative. */
  readonly pinned: readonly ChoicePoint[];
  /** Kinds of memory that it accessed. */
  readonly spaces: ReadonlySet<string>;
  /** Whether it had more than `EVENTS_MAX` events and was abandoned. */
  readonly isTooLong: boolean;
  /** Final contents of memory and colour buffers, as text; only for a finished run. */
  readonly memory?: string;
}

/** Runs a scene in a search's order, under all scoreboards that judge an order. */
export function judgedRun(scenario: Scenario, search: OrderSource): JudgedRun {
  let events = 0;
  let firstErrorCycle: number | undefined;
  const scoreboards = createScoreboards(scenario, {
    onError: ({ cycle }) => {
      firstErrorCycle ??= cycle;
    },
  });
  const contents: string[] = [];
  const spaces = new Set<string>();
  const take = (question: OrderQuestion): number | undefined =>
    ++events > EVENTS_MAX ? undefined : search.take(question);
  const sameCycle = hasSameClock(scenario) ? new SameCycleSteps() : undefined;
  const broken = isDeviceOnTrial(scenario) ? new BrokenDevice() : undefined;
  const observe = (transaction: Transaction): void => {
    scoreboards.observe(transaction);
    if (transaction.kind === 'memory-issued') spaces.add(transaction.space);
    keepContents(transaction, contents);
  };
  const guide = (question: OrderQuestion): number | undefined =>
    sameCycle === undefined ? take(question) : sameCycle.answer(question, take);
  const run = runScenario(scenario, broken?.guarded(observe) ?? observe, {
    guide: broken?.guarded(guide) ?? guide,
    ...(broken === undefined ? {} : { onBroken: broken.take }),
    budget: { ...newBudget(), instructions: INSTRUCTIONS_MAX },
  });
  const { choices = [], pinned = [] } = run;
  const facts = { choices, pinned, spaces, isTooLong: events > EVENTS_MAX };
  const errorCycle = firstErrorCycle;
  if (run.ended === true && errorCycle === undefined) {
    scoreboards.abandon();
    return facts;
  }
  const verdict = scoreboards.finish();
  if (run.ended !== true) {
    const finding = findingOf(scenario, verdict, broken?.findings);
    const memory = contents.join('\n');
    return { ...facts, memory, ...(finding === undefined ? {} : { finding }) };
  }
  // A violation in an unfinished run counts; something missing at its end does not.
  const first = verdict.violations.find(
    ({ severity, cycle }) => severity === 'error' && cycle === errorCycle,
  );
  if (first === undefined) return facts;
  const finding = { outcome: 'failed', signature: bucketOf(scenario, first), rule: first.rule } as const;
  return { ...facts, finding };
}

function keepContents(transaction: Transaction, contents: string[]): void {
  if (transaction.kind === 'memory-dumped')
    contents.push(`${transaction.object} ${transaction.words.join()}`);
  if (transaction.kind === 'colour-dumped')
    contents.push(`${transaction.target} ${transaction.words.join()}`);
}
