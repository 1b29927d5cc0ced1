import type { Transaction } from '../transactions/index.js';
import { type EventFilter, filteredEvents } from './event-filter.js';
import { linesLackedBy } from './run-difference.js';
import type { RunStory } from './run-story.js';

/** Which of two runs has an event: both, this one alone, or the other one alone. */
export type EventSide = 'both' | 'here' | 'there';

/** An event of a list that a reader walks. */
export interface FedEvent {
  readonly cycle: number;
  readonly event: Transaction;
  readonly side: EventSide;
}

/** A second run, and which events of the two the other one lacks, by index. */
export interface ComparedStory {
  readonly story: RunStory;
  readonly onlyHere: ReadonlySet<number>;
  readonly onlyThere: ReadonlySet<number>;
}

/** A run as a page has read it: its story and the lines that it was told from. */
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

/** Events that a filter leaves, in time: those of this run, and in between those that only the other run has. */
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
  // Sorting is stable: in one cycle this run's events come first, each run's in its order.
  const all = [...own, ...foreign].sort((a, b) => a.cycle - b.cycle);
  return filter.differing === true ? all.filter(({ side }) => side !== 'both') : all;
}
