import type { Transaction } from '../../transactions/index.js';
import type { RunTimeline } from './run-timeline.js';

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
  /** Words that an event's text must contain, in any order and ignoring case. */
  readonly text?: string;
}

/** Returns the matching transactions, in order. */
export function filterEvents(timeline: RunTimeline, filter: EventFilter): readonly Transaction[] {
  const packerWaves = new Set(
    timeline.waves.flatMap(({ wave, packer }) => (packer === filter.packer ? [wave] : [])),
  );
  const waves = filter.waves === undefined ? undefined : new Set(filter.waves);
  const words = (filter.text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (event: Transaction): boolean => {
    if (waves !== undefined && !('wave' in event && waves.has(event.wave))) return false;
    if (filter.packer !== undefined && !concernsPacker(event, filter.packer, packerWaves)) return false;
    if (words.length === 0) return true;
    const text = `${event.cycle} ${formatEvent(event)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return timeline.transactions.filter(matches);
}

function concernsPacker(event: Transaction, packer: number, waves: ReadonlySet<number>): boolean {
  return 'wave' in event ? waves.has(event.wave) : 'packer' in event && event.packer === packer;
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
