import type { Transaction } from '../../transactions/index.js';
import { type EventUnit, formatEvent, getEventUnit } from './event-units.js';
import type { RunTimeline } from './run-timeline.js';

/** A filter for a run's events. Undefined fields match everything. */
export interface EventFilter {
  readonly waves?: readonly number[];
  readonly packer?: number;
  readonly unit?: EventUnit;
  readonly kind?: string;
  /** Words that an event's text must contain, in any order and ignoring case. */
  readonly text?: string;
}

/** Returns the indices of the matching transactions, in order. */
export function filterEvents(timeline: RunTimeline, filter: EventFilter): number[] {
  const packerWaves = new Set(
    timeline.waves.flatMap(({ wave, packer }) => (packer === filter.packer ? [wave] : [])),
  );
  const waves = filter.waves === undefined ? undefined : new Set(filter.waves);
  const words = (filter.text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (event: Transaction): boolean => {
    if (filter.kind !== undefined && event.kind !== filter.kind) return false;
    if (filter.unit !== undefined && getEventUnit(event) !== filter.unit) return false;
    if (waves !== undefined && !('wave' in event && waves.has(event.wave))) return false;
    if (filter.packer !== undefined && !concernsPacker(event, filter.packer, packerWaves)) return false;
    if (words.length === 0) return true;
    const text = `${event.cycle} ${formatEvent(event)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return timeline.transactions.flatMap((event, i) => (matches(event) ? [i] : []));
}

function concernsPacker(event: Transaction, packer: number, waves: ReadonlySet<number>): boolean {
  return 'wave' in event ? waves.has(event.wave) : 'packer' in event && event.packer === packer;
}
