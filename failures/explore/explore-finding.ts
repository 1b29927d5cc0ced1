import { runScenarioTest } from '../../harness/one-test/index.js';
import { findNamingViolation } from '../../harness/records/index.js';
import { makeDefaultBudget, type OrderQuestion, runScenario } from '../../rtl-model/index.js';
import type { Scenario, Violation } from '../../transactions/index.js';
import { findMinimalChoices } from '../inevitability/chunks.js';
import { describeEvent } from '../why/choice-words.js';
import { type CheckedOrderRun, MAX_INSTRUCTIONS } from './checked-run.js';
import { allowsSameCycle } from './same-cycle.js';

/** An event that is delayed until after another. Events with the same name are numbered, so each name is unique. */
interface Delay {
  readonly event: string;
  readonly after: string;
  /** Whether the event happens in the same cycle as `after`. That cycle is extended until the event can occur. */
  readonly sameCycle: boolean;
  readonly text: string;
}

interface DelayedOrder {
  /** The choices made during the run, in the same form as a schedule. */
  readonly choices: readonly number[];
  readonly delays: readonly Delay[];
}

/**
 * Returns the events that an order delays. Delaying all of them reproduces that order. Delaying fewer gives an order
 * closer to scheduling order: an event that is not delayed occurs before all events scheduled after it.
 */
export function findDelays(scene: Scenario, choices: readonly number[]): readonly Delay[] {
  const delays = new Map<string, Delay>();
  let previous: CandidateEvent | undefined;
  followOrder(scene, (events, alternatives, question) => {
    const answer = alternatives === 1 ? 0 : Math.min(choices[question] ?? 0, alternatives - 1);
    const index = answer % events.length;
    const chosen = events[index]!;
    for (const skipped of events.slice(0, index)) delays.set(skipped.name, makeDelay(skipped, chosen, false));
    if (answer >= events.length && previous !== undefined)
      delays.set(chosen.name, makeDelay(chosen, previous, true));
    previous = chosen;
    return answer;
  });
  return [...delays.values()];
}

/** Runs a scene with the given delays. Returns the resulting order, and the delays that had an effect. */
export function applyDelays(scene: Scenario, delays: readonly Delay[]): DelayedOrder {
  const pastEvents = new Set<string>();
  const effectiveDelays = new Set<Delay>();
  let previous = '';
  const choices = followOrder(scene, (events, alternatives) => {
    const indices = new Map(events.map(({ name }, index) => [name, index]));
    const sameCycleDelay = delays.find(
      ({ event, after, sameCycle }) => sameCycle && after === previous && indices.has(event),
    );
    const firstUndelayed = events.findIndex(({ name }) => {
      const activeDelays = delays.filter(
        ({ event, after, sameCycle }) =>
          (event === name && !pastEvents.has(after)) || (sameCycle && after === name && !indices.has(event)),
      );
      for (const delay of activeDelays) effectiveDelays.add(delay);
      return activeDelays.length === 0;
    });
    const index =
      sameCycleDelay === undefined ? Math.max(firstUndelayed, 0) : indices.get(sameCycleDelay.event)!;
    const answer = sameCycleDelay === undefined ? index : Math.min(events.length + index, alternatives - 1);
    previous = events[index]!.name;
    pastEvents.add(previous);
    if (sameCycleDelay !== undefined) effectiveDelays.add(sameCycleDelay);
    return answer;
  });
  return { choices, delays: delays.filter((delay) => effectiveDelays.has(delay)) };
}

/** An event that may occur next. */
interface CandidateEvent {
  readonly name: string;
  readonly text: string;
}

function makeDelay(delayed: CandidateEvent, after: CandidateEvent, sameCycle: boolean): Delay {
  const relation = sameCycle ? 'happens in the same cycle as' : 'happens after';
  return {
    event: delayed.name,
    after: after.name,
    sameCycle,
    text: `${delayed.text} ${relation} ${after.text}`,
  };
}

/** Runs a scene in the order that `choose` picks, without scoreboards. Returns its schedule without trailing zeros. */
function followOrder(
  scene: Scenario,
  choose: (events: readonly CandidateEvent[], alternatives: number, question: number) => number,
): readonly number[] {
  const counts = new Map<string, number>();
  const guide = (question: OrderQuestion): number => {
    const steps = question.steps();
    const events = steps.map(({ name, subject }) => ({
      name: `${name} ${counts.get(name) ?? 0}`,
      text: describeEvent(subject),
    }));
    const answer = choose(events, question.alternatives, question.answerPosition);
    const { name } = steps[answer % steps.length]!;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return answer;
  };
  const budget = { ...makeDefaultBudget(), instructions: MAX_INSTRUCTIONS };
  const { choices = [] } = runScenario(scene, null, { guide, budget });
  return choices.slice(0, choices.findLastIndex((answer) => answer > 0) + 1);
}

/** One way in which the scene fails. */
export interface ExploreFinding {
  readonly signature: string;
  readonly violation: Violation | undefined;
  /** The scene with the failing event order, for `replay`. */
  readonly scenario: Scenario;
  /**
   * One sentence for each event that was delayed past another event or moved into its cycle. All other events occur in
   * scheduling order.
   */
  readonly schedule: readonly string[];
}

/** Returns a schedule with the given event order. Events may share a cycle if the scenario's schedule allows it. */
export function makeOrderSchedule(scenario: Scenario, choices: readonly number[]): Scenario['schedule'] {
  return { strategy: 'order', choices, ...(allowsSameCycle(scenario) ? { together: true } : {}) };
}

/**
 * Creates the finding for a failing run. Replaces the run's order with one that delays fewer events, if one is found
 * that fails in the same way.
 *
 * @param maxRuns maximum number of runs for shortening the schedule.
 */
export function makeFinding(
  scene: Scenario,
  signature: string,
  { choices }: CheckedOrderRun,
  maxRuns: number,
): ExploreFinding {
  const delays = findDelays(scene, choices);
  const makeDelayedOrder = (indices: readonly number[]): DelayedOrder =>
    applyDelays(
      scene,
      indices.map((index) => delays[index]!),
    );
  const fails = (order: DelayedOrder): boolean => {
    const { finding } = runScenarioTest({ ...scene, schedule: makeOrderSchedule(scene, order.choices) });
    return finding?.signature === signature;
  };
  const allIndices = [...delays.keys()];
  const { kept } = findMinimalChoices(allIndices, (indices) => fails(makeDelayedOrder(indices)), maxRuns);
  const order = makeDelayedOrder(kept);
  // If an event's name is ambiguous, a different event may have been delayed.
  const shortened = fails(order) ? order : { choices, delays };
  const scenario: Scenario = { ...scene, schedule: makeOrderSchedule(scene, shortened.choices) };
  const { finding, verdict } = runScenarioTest(scenario);
  return {
    signature,
    violation: finding && findNamingViolation(finding, verdict.violations),
    scenario,
    schedule: shortened.delays.map(({ text }) => text),
  };
}
