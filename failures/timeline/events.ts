import type { Transaction, TransactionKind } from '../../transactions/index.js';
import type { RunTimeline } from './run-timeline.js';
import type { MarkKind, WaveLifetime } from './wave-life.js';

/** Names of the units that transactions come from, as used in filters. */
export const EVENT_UNITS = ['sc', 'db', 'spi', 'sq', 'memory', 'caches', 'exports', 'device'] as const;
type EventUnit = (typeof EVENT_UNITS)[number];

const UNITS_BY_KIND: Readonly<Record<TransactionKind, EventUnit>> = {
  'draw-begin': 'sc',
  'draw-end': 'sc',
  primitive: 'sc',
  'wave-formed': 'sc',
  overlap: 'db',
  'depth-tested': 'db',
  'section-exit': 'db',
  'exiting-id-visible': 'db',
  'launch-requested': 'spi',
  'launch-refused': 'spi',
  'wave-launched': 'spi',
  'vgprs-released': 'spi',
  'resource-released': 'spi',
  'background-formed': 'spi',
  'background-refused': 'spi',
  'background-allocated': 'spi',
  'group-allocated': 'spi',
  'background-launched': 'spi',
  'background-released': 'spi',
  'group-released': 'spi',
  'instructions-issued': 'sq',
  'code-line-served': 'sq',
  'hwreg-written': 'sq',
  'exiting-id-polled': 'sq',
  'wait-done': 'sq',
  'event-wait-done': 'sq',
  slept: 'sq',
  woken: 'sq',
  'message-sent': 'sq',
  'wave-ended': 'sq',
  'background-barrier-reached': 'sq',
  'memory-issued': 'memory',
  'memory-performed': 'memory',
  'memory-returned': 'memory',
  'direct-read-served': 'memory',
  'translation-failed': 'memory',
  'address-unit-full': 'memory',
  'flat-answered': 'memory',
  'line-filled': 'caches',
  'line-invalidated': 'caches',
  'export-requested': 'exports',
  'export-granted': 'exports',
  'sx-alloc': 'exports',
  'sx-freed': 'exports',
  exported: 'exports',
  'colour-dumped': 'device',
  'memory-dumped': 'device',
  'gds-dumped': 'device',
  'depth-dumped': 'device',
  quiesced: 'device',
  stopped: 'device',
};

function getEventUnit({ kind }: Pick<Transaction, 'kind'>): EventUnit {
  return UNITS_BY_KIND[kind];
}

/** Fields omitted from an event's text: those shown elsewhere, and those that hold objects. */
const OMITTED_FIELDS = new Set(['kind', 'cycle', 'wave', 'holds', 'waiting']);

/** Formats a transaction as one line: its kind, wave and other fields, except false flags, lists and objects. */
export function formatEvent(transaction: Transaction): string {
  const fields = Object.entries(transaction).flatMap(([name, value]) => {
    if (OMITTED_FIELDS.has(name) || value === false || typeof value === 'object') return [];
    if (name === 'pc' || name === 'first' || name === 'last' || name === 'address')
      return [`${name} 0x${Number(value).toString(16)}`];
    return [value === true ? name : `${name} ${value}`];
  });
  const wave = 'wave' in transaction ? [`wave ${transaction.wave}`] : [];
  return [transaction.kind, ...wave, ...fields].join(' ');
}

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
function filterEvents(timeline: RunTimeline, filter: EventFilter): number[] {
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

/** A wave event that occurs in different cycles in two runs, or in only one of them. */
export interface LifetimeDifference {
  readonly wave: number;
  readonly kind: MarkKind;
  /** Index of the event among the wave's events of that kind, counted from 0. */
  readonly occurrence: number;
  /** Cycle of the event in this run; absent if the event is missing here. */
  readonly own?: number;
  /** Cycle of the event in the other run; absent if the event is missing there. */
  readonly other?: number;
}

/**
 * Returns the indices of the lines in `own` that are missing from `other`, regardless of order. If a line is repeated,
 * only the occurrences beyond those in `other` count as missing.
 */
export function findMissingLines(other: readonly string[], own: readonly string[]): ReadonlySet<number> {
  const unmatched = new Map<string, number>();
  for (const line of other) unmatched.set(line, (unmatched.get(line) ?? 0) + 1);
  const missing = new Set<number>();
  own.forEach((line, index) => {
    const count = unmatched.get(line) ?? 0;
    if (count === 0) missing.add(index);
    else unmatched.set(line, count - 1);
  });
  return missing;
}

/**
 * Returns, for each wave and event kind, the first event that differs between two runs. The earliest difference comes
 * first, because it is the most likely cause of the others.
 */
export function findLifetimeDifferences(own: RunTimeline, other: RunTimeline): LifetimeDifference[] {
  const otherLifetimes = new Map(other.waves.map(({ wave, life }) => [wave, life]));
  const ownDifferences = own.waves.flatMap(({ wave, life }) =>
    findDifferences(wave, life, otherLifetimes.get(wave)),
  );
  const ownWaves = new Set(own.waves.map(({ wave }) => wave));
  const onlyInOther = other.waves.filter(({ wave }) => !ownWaves.has(wave));
  const otherDifferences = onlyInOther.flatMap(({ wave, life }) => findDifferences(wave, undefined, life));
  const getFirstCycle = (difference: LifetimeDifference): number =>
    Math.min(difference.own ?? Number.POSITIVE_INFINITY, difference.other ?? Number.POSITIVE_INFINITY);
  return [...ownDifferences, ...otherDifferences].sort((a, b) => getFirstCycle(a) - getFirstCycle(b));
}

function findDifferences(
  wave: number,
  own: WaveLifetime | undefined,
  other: WaveLifetime | undefined,
): LifetimeDifference[] {
  const [ownCycles, otherCycles] = [groupCyclesByKind(own), groupCyclesByKind(other)];
  return [...new Set([...ownCycles.keys(), ...otherCycles.keys()])].flatMap((kind) => {
    const [ownTimes, otherTimes] = [ownCycles.get(kind) ?? [], otherCycles.get(kind) ?? []];
    const indices = Array.from({ length: Math.max(ownTimes.length, otherTimes.length) }, (_, index) => index);
    const occurrence = indices.find((index) => ownTimes[index] !== otherTimes[index]);
    if (occurrence === undefined) return [];
    const [ownCycle, otherCycle] = [ownTimes[occurrence], otherTimes[occurrence]];
    return [
      {
        wave,
        kind,
        occurrence,
        ...(ownCycle === undefined ? {} : { own: ownCycle }),
        ...(otherCycle === undefined ? {} : { other: otherCycle }),
      },
    ];
  });
}

function groupCyclesByKind(life: WaveLifetime | undefined): Map<MarkKind, number[]> {
  const cycles = new Map<MarkKind, number[]>();
  for (const { kind, cycle } of life?.marks ?? []) cycles.set(kind, [...(cycles.get(kind) ?? []), cycle]);
  return cycles;
}

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
  readonly onlyHere: ReadonlySet<number>;
  /** The indices of the events that occur only in the second run. */
  readonly onlyThere: ReadonlySet<number>;
}

/** A run loaded by a page: its timeline and the lines of its transaction stream. */
export interface LoadedRun {
  readonly timeline: RunTimeline;
  readonly lines: readonly string[];
}

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

/** A step in a violation's witness, with the cycle and wave it refers to. */
export interface WitnessStep {
  readonly text: string;
  readonly cycle: number | undefined;
  readonly wave: number | undefined;
}

/**
 * Returns each witness step with the first cycle and the first wave mentioned in its text (`cycle 3: wave 1 (packer
 * 0 id 1) …`).
 */
export function parseWitnessSteps(steps: readonly string[]): WitnessStep[] {
  return steps.map((text) => {
    const cycle = /\bcycle (\d+)/.exec(text)?.[1];
    const wave = /\bwave (\d+)/.exec(text)?.[1];
    return {
      text,
      cycle: cycle === undefined ? undefined : Number(cycle),
      wave: wave === undefined ? undefined : Number(wave),
    };
  });
}
