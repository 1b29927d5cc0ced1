import { getOrCreateList } from './list-in.js';
import type { RunTimeline, WaveTimeline } from './run-timeline.js';

/** A timeline row: the waves of one packer, or of background work, that ran in one slot, sorted by wave number. */
export interface SlotRow {
  /** Packer number; undefined for background work. */
  readonly packer: number | undefined;
  /** Slot number; undefined for waves that never got a slot. */
  readonly slot: number | undefined;
  readonly simd: number | undefined;
  readonly waves: readonly WaveTimeline[];
}

/** Returns the rows of the waves that pass the filter, sorted by packer and slot, with background work last. */
export function groupSlotRows(
  { waves }: RunTimeline,
  isIncluded: (wave: WaveTimeline) => boolean = () => true,
): SlotRow[] {
  const rows = new Map<string, WaveTimeline[]>();
  for (const wave of waves)
    if (isIncluded(wave)) getOrCreateList(rows, `${wave.packer} ${wave.slot}`).push(wave);
  return sortRows(
    [...rows.values()].map((slotWaves) => ({
      packer: slotWaves[0]!.packer,
      slot: slotWaves[0]!.slot,
      simd: slotWaves[0]!.simd,
      waves: slotWaves,
    })),
  );
}

/** A row with another run's waves in the same slot. */
export interface PairedRow extends SlotRow {
  readonly otherWaves: readonly WaveTimeline[];
}

/** Merges the rows of two runs into one row per packer and slot used by either. */
export function pairRows(own: readonly SlotRow[], other: readonly SlotRow[]): PairedRow[] {
  const toKey = ({ packer, slot }: SlotRow): string => `${packer} ${slot}`;
  const rows = new Map<string, PairedRow>(own.map((row) => [toKey(row), { ...row, otherWaves: [] }]));
  for (const row of other) {
    const existing = rows.get(toKey(row)) ?? { ...row, waves: [] };
    rows.set(toKey(row), { ...existing, otherWaves: row.waves });
  }
  return sortRows([...rows.values()]);
}

function sortRows<R extends SlotRow>(rows: readonly R[]): R[] {
  return rows.toSorted((a, b) => rank(a.packer) - rank(b.packer) || rank(a.slot) - rank(b.slot));
}

function rank(number: number | undefined): number {
  return number ?? Number.MAX_SAFE_INTEGER;
}
