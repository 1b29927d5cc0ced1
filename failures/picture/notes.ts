import { chipOf, factsOf } from '../../arch/index.js';
import { counted } from '../../base/text/index.js';
import { findOpenSpan, type MarkKind, type WaveLifetime } from '../../timeline/index.js';
import type { Scenario, Violation } from '../../transactions/index.js';
import type { Glyphs } from './glyphs.js';
import { letterOf } from './letters.js';
import { ACCESS_SYMBOLS, MARK_SYMBOLS } from './mark-symbols.js';
import { bothOpen } from './time-line.js';

/** The maximum number of cycles listed per kind of event, including the last. */
const MAX_REPEATS = 4;
const MAX_ACCESSES = 12;

/** Describes a wave: its letter, its identity, and the overlap reported for it. */
export function waveNote({ wave, formed }: WaveLifetime, index: number, { chip }: Scenario): string {
  const label = `${letterOf(index)}  wave ${wave}`;
  if (formed === undefined) return label;
  const { packer, id, draw, didOverlap, newest } = formed;
  const { hasWaveIds, newestIdOffByOne } = factsOf(chipOf(chip).gfx);
  const isLow = newestIdOffByOne && newest > id;
  const meaning = isLow ? `, which means id ${newest + 1} (one too small before a wrap, on GFX9)` : '';
  const overlap = didOverlap
    ? `overlap${hasWaveIds ? `, newest id field ${newest}${meaning}` : ''}`
    : 'no overlap reported';
  return `${label} (packer ${packer} id ${id}), draw ${draw}, ${overlap}`;
}

/**
 * Returns a sentence on whether the sections of two waves overlap, or undefined unless both have one. Disjoint sections
 * are mentioned only for rules about order, since under other rules the waves may be unrelated.
 */
export function sectionsNote([a, b]: readonly WaveLifetime[], rule: Violation['rule']): string | undefined {
  const [spanA, spanB] = [findOpenSpan(a), findOpenSpan(b)];
  if (spanA === undefined || spanB === undefined) return undefined;
  const overlap = bothOpen(a, b);
  if (overlap !== undefined) {
    const until = overlap.last === Infinity ? 'to the end' : `to ${overlap.last}`;
    return `Ordered accesses of both waves overlap from cycle ${overlap.first} ${until}.`;
  }
  if (!rule.startsWith('ORD-')) return undefined;
  const [first, last] = spanA.last < spanB.first ? ['A', 'B'] : ['B', 'A'];
  const end = Math.min(spanA.last, spanB.last);
  const begin = Math.max(spanA.first, spanB.first);
  return `The ordered accesses of ${first} end at cycle ${end}; those of ${last} begin at cycle ${begin}.`;
}

/** Returns a wave's events with their exact cycles, which columns cannot show, one item per kind and access. */
export function cycleItems({ marks, accesses }: WaveLifetime, { performed }: Glyphs): string[] {
  const listed = (Object.keys(MARK_SYMBOLS) as MarkKind[]).flatMap((kind) => {
    const cycles = marks.filter((mark) => mark.kind === kind).map(({ cycle }) => `${cycle}`);
    if (cycles.length === 0) return [];
    const hidden = cycles.length - MAX_REPEATS;
    const shown =
      hidden > 0 ? [...cycles.slice(0, MAX_REPEATS - 1), `(${hidden} more)`, cycles.at(-1)!] : cycles;
    return [`${MARK_SYMBOLS[kind].symbol} ${shown.join(' ')}`];
  });
  const spans = accesses
    .slice(0, MAX_ACCESSES)
    .map(
      ({ operation, first, last }) =>
        `${ACCESS_SYMBOLS[operation]} ${first}${last === Infinity ? ' never performed' : `${performed}${last}`}`,
    );
  const hidden = accesses.length - spans.length;
  return [...listed, ...spans, ...(hidden > 0 ? [counted(hidden, 'more access', 'more accesses')] : [])];
}

/** Returns the meaning of each symbol in use, one item each. */
export function legendItems(lives: readonly WaveLifetime[], glyphs: Glyphs): string[] {
  const kinds = new Set(lives.flatMap(({ marks }) => marks.map(({ kind }) => kind)));
  const operations = new Set(lives.flatMap(({ accesses }) => accesses.map(({ operation }) => operation)));
  const events = (Object.keys(MARK_SYMBOLS) as MarkKind[])
    .filter((kind) => kinds.has(kind))
    .map((kind) => `${MARK_SYMBOLS[kind].symbol} ${MARK_SYMBOLS[kind].text}`);
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
