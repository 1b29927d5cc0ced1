import { newBudget, type OrderQuestion, runScenario } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';
import { eventWords } from '../why/choice-words.js';

/** An event delayed until after another. An event's name includes the number of earlier events with that name. */
export interface Hold {
  readonly event: string;
  readonly after: string;
  /** Whether the event also shares the cycle of `after`, which then lasts until the event can occur. */
  readonly together: boolean;
  readonly words: string;
}

/** An order of events, and how it deviates from their scheduling order. */
export interface HeldOrder {
  /** The answers to the run's choices, as in a schedule. */
  readonly choices: readonly number[];
  readonly holds: readonly Hold[];
}

/** Instructions after which a run of a small scene counts as endless. */
const INSTRUCTIONS_MAX = 200_000;

/**
 * The events that an order delays. Delaying all of them produces that order. Delaying fewer produces an order nearer to the
 * scheduling order, in which an event that is not delayed occurs before all events scheduled after it.
 */
export function holdsOf(scene: Scenario, choices: readonly number[]): readonly Hold[] {
  const holds = new Map<string, Hold>();
  let previous: Next | undefined;
  followOrder(scene, (events, alternatives, at) => {
    const answer = alternatives === 1 ? 0 : Math.min(choices[at] ?? 0, alternatives - 1);
    const place = answer % events.length;
    const chosen = events[place]!;
    for (const passed of events.slice(0, place)) holds.set(passed.name, holdOf(passed, chosen, false));
    if (answer >= events.length && previous !== undefined)
      holds.set(chosen.name, holdOf(chosen, previous, true));
    previous = chosen;
    return answer;
  });
  return [...holds.values()];
}

/** The event order with these delays. */
export function orderWith(scene: Scenario, holds: readonly Hold[]): HeldOrder {
  const happened = new Set<string>();
  const effectiveHolds = new Set<Hold>();
  let previous = '';
  const choices = followOrder(scene, (events, alternatives) => {
    const places = new Map(events.map(({ name }, place) => [name, place]));
    const meeting = holds.find(
      ({ event, after, together }) => together && after === previous && places.has(event),
    );
    const free = events.findIndex(({ name }) => {
      const holding = holds.filter(
        ({ event, after, together }) =>
          (event === name && !happened.has(after)) || (together && after === name && !places.has(event)),
      );
      for (const hold of holding) effectiveHolds.add(hold);
      return holding.length === 0;
    });
    const place = meeting === undefined ? Math.max(free, 0) : places.get(meeting.event)!;
    const answer = meeting === undefined ? place : Math.min(events.length + place, alternatives - 1);
    previous = events[place]!.name;
    happened.add(previous);
    if (meeting !== undefined) effectiveHolds.add(meeting);
    return answer;
  });
  return { choices, holds: holds.filter((hold) => effectiveHolds.has(hold)) };
}

/** A possible next event. */
interface Next {
  readonly name: string;
  readonly words: string;
}

function holdOf(held: Next, after: Next, together: boolean): Hold {
  const how = together ? 'happens in the same cycle as' : 'happens after';
  return { event: held.name, after: after.name, together, words: `${held.words} ${how} ${after.words}` };
}

/** Runs a scene in the order chosen by `choose`, without judges; returns its schedule without trailing zeros. */
function followOrder(
  scene: Scenario,
  choose: (events: readonly Next[], alternatives: number, place: number) => number,
): readonly number[] {
  const counts = new Map<string, number>();
  const guide = (question: OrderQuestion): number => {
    const steps = question.steps();
    const events = steps.map(({ name, subject }) => ({
      name: `${name} ${counts.get(name) ?? 0}`,
      words: eventWords(subject),
    }));
    const answer = choose(events, question.alternatives, question.place);
    const { name } = steps[answer % steps.length]!;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return answer;
  };
  const budget = { ...newBudget(), instructions: INSTRUCTIONS_MAX };
  const { choices = [] } = runScenario(scene, null, { guide, budget });
  return choices.slice(0, choices.findLastIndex((answer) => answer > 0) + 1);
}
