import type { Transaction } from '../../transactions/index.js';
import { type EventFilter, filterEvents } from './event-filter.js';
import { findMissingLines } from './run-difference.js';
import type { RunTimeline } from './run-timeline.js';

/** Whether an event occurs in both runs, in this one only or in the other only. */
export type EventSide = 'both' | 'here' | 'there';

/** An event in a page's event list. */
export interface ListedEvent {
  readonly cycle: number;
  readonly event: Transaction;
  readonly side: EventSide;
}

/** A second run, compared with this one. */
export interface ComparedTimeline {
  readonly timeline: RunTimeline;
  /** The indices of the events that occur only in this run. */
  readonly onlyHere: ReadonlySet<number>;
  /** The indices of the events that occur only in the second run. */
  readonly onlyThere: ReadonlySet<number>;
}

/** A run loaded by a page: its timeline and the lines of its transaction stream. */
export interface LoadedRun {
  readonly timeline: RunTimeline;
  readonly lines: readonly string[];
}

/** Compares a run with a second one. */
export function compareTimelines(own: LoadedRun, other: LoadedRun): ComparedTimeline {
  return {
    timeline: other.timeline,
    onlyHere: findMissingLines(other.lines, own.lines),
    onlyThere: findMissingLines(own.lines, other.lines),
  };
}

/** Returns the events that match a filter, in chronological order: this run's, plus those only in the other run. */
export function listFeedEvents(
  timeline: RunTimeline,
  filter: EventFilter & { readonly differing?: boolean },
  other?: ComparedTimeline,
): ListedEvent[] {
  const ownEvents = filterEvents(timeline, filter).map((index): ListedEvent => {
    const event = timeline.transactions[index]!;
    return { cycle: event.cycle, event, side: other?.onlyHere.has(index) === true ? 'here' : 'both' };
  });
  if (other === undefined) return ownEvents;
  const otherEvents = filterEvents(other.timeline, filter)
    .filter((index) => other.onlyThere.has(index))
    .map((index): ListedEvent => {
      const event = other.timeline.transactions[index]!;
      return { cycle: event.cycle, event, side: 'there' };
    });
  // The sort is stable: within a cycle, this run's events come before the other's, each in order.
  const all = [...ownEvents, ...otherEvents].sort((a, b) => a.cycle - b.cycle);
  return filter.differing === true ? all.filter(({ side }) => side !== 'both') : all;
}
