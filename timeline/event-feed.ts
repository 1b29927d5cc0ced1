import type { Transaction } from '../transactions/index.js';
import { type EventFilter, filteredEvents } from './event-filter.js';
import { missingLines } from './run-difference.js';
import type { RunStory } from './run-story.js';

/** Which runs have an event: both, only this one, or only the other. */
export type EventSide = 'both' | 'here' | 'there';

/** An event in a list for readers. */
export interface ListedEvent {
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

/** A run as loaded by a page: its story and the lines of its stream. */
export interface LoadedRun {
  readonly story: RunStory;
  readonly lines: readonly string[];
}

/** Compares a run with a second one. */
export function comparedStory(own: LoadedRun, other: LoadedRun): ComparedStory {
  return {
    story: other.story,
    onlyHere: missingLines(other.lines, own.lines),
    onlyThere: missingLines(own.lines, other.lines),
  };
}

/** Filtered events in time order: those of this run, and those only in the other run. */
export function eventFeed(
  story: RunStory,
  filter: EventFilter & { readonly differing?: boolean },
  other?: ComparedStory,
): ListedEvent[] {
  const ownEvents = filteredEvents(story, filter).map((index): ListedEvent => {
    const event = story.transactions[index]!;
    return { cycle: event.cycle, event, side: other?.onlyHere.has(index) === true ? 'here' : 'both' };
  });
  if (other === undefined) return ownEvents;
  const otherEvents = filteredEvents(other.story, filter)
    .filter((index) => other.onlyThere.has(index))
    .map((index): ListedEvent => {
      const event = other.story.transactions[index]!;
      return { cycle: event.cycle, event, side: 'there' };
    });
  // Stable sort: within a cycle, this run's events precede the other's, each in order.
  const all = [...ownEvents, ...otherEvents].sort((a, b) => a.cycle - b.cycle);
  return filter.differing === true ? all.filter(({ side }) => side !== 'both') : all;
}
