import { chipOf, factsOf } from '../../arch/index.js';
import { formatQuantity } from '../../base/text/index.js';
import { getSectionSpan, type MarkKind, type WaveLifetime } from '../timeline/index.js';
import type { Scenario, Violation } from '../../transactions/index.js';
import type { Glyphs } from './glyphs.js';
import { getWaveLetter } from './letters.js';
import { ACCESS_SYMBOLS, MARK_SYMBOLS } from './mark-symbols.js';
import { findSectionOverlap } from './timeline.js';

/** The maximum number of cycles to list per kind of event, always including the last one. */
const MAX_REPEATS = 4;
const MAX_ACCESSES = 12;

/** Describes a wave: its letter, identity and reported overlap. */
export function formatWaveNote({ wave, formed }: WaveLifetime, index: number, { chip }: Scenario): string {
  const label = `${getWaveLetter(index)}  wave ${wave}`;
  if (formed === undefined) return label;
  const { packer, id, draw, didOverlap, newest } = formed;
  const { hasWaveIds, newestIdOffByOne } = factsOf(chipOf(chip).gfx);
  const isOffByOne = newestIdOffByOne && newest > id;
  const meaning = isOffByOne ? `, which means id ${newest + 1} (GFX9 reports one less before a wrap)` : '';
  const overlap = didOverlap
    ? `overlap${hasWaveIds ? `, newest id field ${newest}${meaning}` : ''}`
    : 'no overlap reported';
  return `${label} (packer ${packer} id ${id}), draw ${draw}, ${overlap}`;
}

/**
 * Returns a sentence that says whether the sections of two waves overlap, or undefined if either has none. Disjoint
 * sections are mentioned only for ordering rules, since under other rules the waves may be unrelated.
 */
export function formatSectionNote(
  [a, b]: readonly WaveLifetime[],
  rule: Violation['rule'],
): string | undefined {
  const [spanA, spanB] = [getSectionSpan(a), getSectionSpan(b)];
  if (spanA === undefined || spanB === undefined) return undefined;
  const overlap = findSectionOverlap(a, b);
  if (overlap !== undefined) {
    const until = overlap.last === Infinity ? 'to the end' : `to ${overlap.last}`;
    return `Ordered accesses of both waves overlap from cycle ${overlap.first} ${until}.`;
  }
  if (!rule.startsWith('ORD-')) return undefined;
  const [first, last] = spanA.last < spanB.first ? ['A', 'B'] : ['B', 'A'];
  const end = Math.min(spanA.last, spanB.last);
  const start = Math.max(spanA.first, spanB.first);
  return `The ordered accesses of ${first} end at cycle ${end}; those of ${last} begin at cycle ${start}.`;
}

/** Lists the exact cycles of a wave's events, which the rows cannot show: one item per kind and one per access. */
export function formatCycleItems({ marks, accesses }: WaveLifetime, { performed }: Glyphs): string[] {
  const markItems = (Object.keys(MARK_SYMBOLS) as MarkKind[]).flatMap((kind) => {
    const cycles = marks.filter((mark) => mark.kind === kind).map(({ cycle }) => `${cycle}`);
    if (cycles.length === 0) return [];
    const excess = cycles.length - MAX_REPEATS;
    const shownCycles =
      excess > 0 ? [...cycles.slice(0, MAX_REPEATS - 1), `(${excess} more)`, cycles.at(-1)!] : cycles;
    return [`${MARK_SYMBOLS[kind].symbol} ${shownCycles.join(' ')}`];
  });
  const accessItems = accesses
    .slice(0, MAX_ACCESSES)
    .map(
      ({ operation, first, last }) =>
        `${ACCESS_SYMBOLS[operation]} ${first}${last === Infinity ? ' never performed' : `${performed}${last}`}`,
    );
  const excess = accesses.length - accessItems.length;
  return [
    ...markItems,
    ...accessItems,
    ...(excess > 0 ? [formatQuantity(excess, 'more access', 'more accesses')] : []),
  ];
}

/** Returns one legend item for each symbol in use. */
export function formatLegendItems(lifetimes: readonly WaveLifetime[], glyphs: Glyphs): string[] {
  const kinds = new Set(lifetimes.flatMap(({ marks }) => marks.map(({ kind }) => kind)));
  const operations = new Set(lifetimes.flatMap(({ accesses }) => accesses.map(({ operation }) => operation)));
  const events = (Object.keys(MARK_SYMBOLS) as MarkKind[])
    .filter((kind) => kinds.has(kind))
    .map((kind) => `${MARK_SYMBOLS[kind].symbol} ${MARK_SYMBOLS[kind].label}`);
  const accesses = (['load', 'store', 'atomic'] as const)
    .filter((operation) => operations.has(operation))
    .map((operation) => `${ACCESS_SYMBOLS[operation]} ${operation}`);
  const lines = [
    ...(kinds.has('poll') ? [`${glyphs.wait} waits`] : []),
    ...(accesses.length > 0
      ? [`${glyphs.section} section`, ...accesses, `${glyphs.performed} performed`]
      : []),
  ];
  return [...events, ...lines];
}
