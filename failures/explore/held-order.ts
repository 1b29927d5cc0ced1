import { newBudget, type OrderQuestion, runScenario } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';
import { describeEvent } from '../why/choice-words.js';

/** An event that is delayed past another one. Events with the same name are numbered, so each name is unique. */
export interface Hold {
  readonly event: string;
  readonly after: string;
  /** Whether the event joins the cycle of `after`, which then lasts until the event can occur. */
  readonly sameCycle: boolean;
  readonly text: string;
}

/** An event order and how it differs from scheduling order. */
export interface HeldOrder {
  /** The answers to the choices of the run, as in a schedule. */
  readonly choices: readonly number[];
  readonly holds: readonly Hold[];
}

/** The number of instructions after which a small scene's run counts as an infinite loop. */
const MAX_INSTRUCTIONS = 200_000;

/**
 * Returns the events that an order delays. Delaying all of them reproduces that order. Delaying fewer gives an order
 * closer to scheduling order: an event that is not delayed occurs before all events scheduled after it.
 */
export function findHolds(scene: Scenario, choices: readonly number[]): readonly Hold[] {
  const holds = new Map<string, Hold>();
  let previous: Next | undefined;
  followOrder(scene, (events, alternatives, question) => {
    const answer = alternatives === 1 ? 0 : Math.min(choices[question] ?? 0, alternatives - 1);
    const index = answer % events.length;
    const chosen = events[index]!;
    for (const passed of events.slice(0, index)) holds.set(passed.name, makeHold(passed, chosen, false));
    if (answer >= events.length && previous !== undefined)
      holds.set(chosen.name, makeHold(chosen, previous, true));
    previous = chosen;
    return answer;
  });
  return [...holds.values()];
}

/** Returns the event order produced by the given delays. */
export function applyHolds(scene: Scenario, holds: readonly Hold[]): HeldOrder {
  const pastEvents = new Set<string>();
  const effectiveHolds = new Set<Hold>();
  let previous = '';
  const choices = followOrder(scene, (events, alternatives) => {
    const indices = new Map(events.map(({ name }, index) => [name, index]));
    const meeting = holds.find(
      ({ event, after, sameCycle }) => sameCycle && after === previous && indices.has(event),
    );
    const free = events.findIndex(({ name }) => {
      const holding = holds.filter(
        ({ event, after, sameCycle }) =>
          (event === name && !pastEvents.has(after)) || (sameCycle && after === name && !indices.has(event)),
      );
      for (const hold of holding) effectiveHolds.add(hold);
      return holding.length === 0;
    });
    const index = meeting === undefined ? Math.max(free, 0) : indices.get(meeting.event)!;
    const answer = meeting === undefined ? index : Math.min(events.length + index, alternatives - 1);
    previous = events[index]!.name;
    pastEvents.add(previous);
    if (meeting !== undefined) effectiveHolds.add(meeting);
    return answer;
  });
  return { choices, holds: holds.filter((hold) => effectiveHolds.has(hold)) };
}

/** An event that may occur next. */
interface Next {
  readonly name: string;
  readonly text: string;
}

function makeHold(held: Next, after: Next, sameCycle: boolean): Hold {
  const relation = sameCycle ? 'happens in the same cycle as' : 'happens after';
  return {
    event: held.name,
    after: after.name,
    sameCycle,
    text: `${held.text} ${relation} ${after.text}`,
  };
}

/** Runs a scene in the order that `choose` picks, without scoreboards. Returns its schedule without trailing zeros. */
function followOrder(
  scene: Scenario,
  choose: (events: readonly Next[], alternatives: number, question: number) => number,
): readonly number[] {
  const counts = new Map<string, number>();
  const guide = (question: OrderQuestion): number => {
    const steps = question.steps();
    const events = steps.map(({ name, subject }) => ({
      name: `${name} ${counts.get(name) ?? 0}`,
      text: describeEvent(subject),
    }));
    const answer = choose(events, question.alternatives, question.place);
    const { name } = steps[answer % steps.length]!;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return answer;
  };
  const budget = { ...newBudget(), instructions: MAX_INSTRUCTIONS };
  const { choices = [] } = runScenario(scene, null, { guide, budget });
  return choices.slice(0, choices.findLastIndex((answer) => answer > 0) + 1);
}
