import type { Transaction } from '../transactions/index.js';
import { type EventFilter, filteredEvents } from './event-filter.js';
import { linesLackedBy } from './run-difference.js';
import type { RunStory } from './run-story.js';

/** Which of two runs has an event: both, only this one, or only the other. */
export type EventSide = 'both' | 'here' | 'there';

/** An event in a list that a reader steps through. */
export interface FedEvent {
  readonly cycle: number;
  readonly event: Transaction;
  readonly side: EventSide;
}

/** A second run, and each run's events missing from the other, by index. */
export interface ComparedStory {
  readonly story: RunStory;
  readonly onlyHere: ReadonlySet<number>;
  readonly onlyThere: ReadonlySet<number>;
}

/** A run as read by a page: its story and source lines. */
export interface ReadRun {
  readonly story: RunStory;
  readonly lines: readonly string[];
}

/** Compares a run with a second one. */
export function comparedStory(own: ReadRun, other: ReadRun): ComparedStory {
  return {
    story: other.story,
    onlyHere: linesLackedBy(other.lines, own.lines),
    onlyThere: linesLackedBy(own.lines, other.lines),
  };
}

/** Filtered events in time order: those of this run, with those that only the other run has in between. */
export function eventFeed(
  story: RunStory,
  filter: EventFilter & { readonly differing?: boolean },
  other?: ComparedStory,
): FedEvent[] {
  const own = filteredEvents(story, filter).map((index): FedEvent => {
    const event = story.transactions[index]!;
    return { cycle: event.cycle, event, side: other?.onlyHere.has(index) === true ? 'here' : 'both' };
  });
  if (other === undefined) return own;
  const foreign = filteredEvents(other.story, filter)
    .filter((index) => other.onlyThere.has(index))
    .map((index): FedEvent => {
      const event = other.story.transactions[index]!;
      return { cycle: event.cycle, event, side: 'there' };
    });
  // Stable sort: within a cycle this run's events come first, each run's in order.
  const all = [...own, ...foreign].sort((a, b) => a.cycle - b.cycle);
  return filter.differing === true ? all.filter(({ side }) => side !== 'both') : all;
}
