import { chipOf, factsOf } from '../../arch/index.js';
import type { Witness } from '../../harness/records/index.js';
import { isInteractive, type Terminal } from '../../harness/terminal/index.js';
import { type Colours, flowItems, formatQuantity, makeColours, wrapText } from '../../harness/text/index.js';
import type { Scenario, Violation } from '../../transactions/index.js';
import {
  extractWaveLifetime,
  getSectionSpan,
  type MarkKind,
  type WaveLifetime,
} from '../timeline/wave-life.js';
import {
  ACCESS_SYMBOLS,
  ASCII_GLYPHS,
  type Glyphs,
  getWaveLetter,
  MARK_SYMBOLS,
  UNICODE_GLYPHS,
} from './canvas.js';
import { drawTextPixelMap, type PixelMap } from './pixel-map.js';
import { drawTextTimeline, findSectionOverlap } from './timeline.js';

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
function formatSectionNote([a, b]: readonly WaveLifetime[], rule: Violation['rule']): string | undefined {
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
function formatCycleItems({ marks, accesses }: WaveLifetime, { performed }: Glyphs): string[] {
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

function formatLegendItems(lifetimes: readonly WaveLifetime[], glyphs: Glyphs): string[] {
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

const DEFAULT_WIDTH = 100;

/**
 * Returns the picture style for a stream: its width (`COLUMNS` if it is not a terminal), Unicode if the locale uses
 * UTF-8, and colour on a terminal.
 */
export function getPictureStyle(stream: Terminal): PictureStyle {
  const { LC_ALL, LC_CTYPE, LANG, COLUMNS } = process.env;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value) ?? '';
  return {
    width: stream.columns || Number(COLUMNS) || DEFAULT_WIDTH,
    unicode: /utf-?8/i.test(locale),
    colour: makeColours(isInteractive(stream)),
  };
}

export const MIN_PICTURE_WIDTH = 40;

/** The width and character set of a picture. */
export interface PictureStyle {
  /** The width of the terminal, in columns. */
  readonly width: number;
  /** Whether to use Unicode characters rather than plain ASCII. */
  readonly unicode: boolean;
  readonly colour: Colours;
}

const NOTES_GAP = 3;
const MIN_NOTES_WIDTH = 36;
const NOTE_INDENT = '   ';

/**
 * Draws a violation as lines for a terminal: the pixels involved and the waves that cover them, and the waves' sections
 * on one timeline. No line is wider than the style allows.
 */
export function drawViolationPicture(
  scenario: Scenario,
  { violation, waves, transactions }: Witness,
  style: PictureStyle,
): string[] {
  const { width, glyphs } = resolveStyle(style);
  const lifetimes = waves.map((wave) => extractWaveLifetime(scenario, transactions, wave));
  const waveNotes = lifetimes.map((lifetime, i) => formatWaveNote(lifetime, i, scenario));
  const map = drawTextPixelMap(lifetimes, violation.place, width, glyphs);
  const sectionsNote = lifetimes.length === 2 ? formatSectionNote(lifetimes, violation.rule) : undefined;
  const blocks = [
    map === undefined ? wrapNotes(waveNotes, width) : drawMapWithNotes(map, waveNotes, width, style.colour),
    [
      ...drawTextTimeline(lifetimes, violation, width, glyphs).lines(style.colour),
      ...(sectionsNote === undefined ? [] : wrapNotes([sectionsNote], width)),
    ],
    formatEventTable(lifetimes, width, glyphs),
  ];
  return blocks.filter((block) => block.length > 0).flatMap((block, i) => (i === 0 ? block : ['', ...block]));
}

function resolveStyle({ width, unicode }: PictureStyle): {
  readonly width: number;
  readonly glyphs: Glyphs;
} {
  return {
    width: Math.max(MIN_PICTURE_WIDTH, Math.floor(width)),
    glyphs: unicode ? UNICODE_GLYPHS : ASCII_GLYPHS,
  };
}

/** Returns lines with the exact cycles of each wave's events, followed by the legend. */
function formatEventTable(lifetimes: readonly WaveLifetime[], width: number, glyphs: Glyphs): string[] {
  const remainingColumns = width - NOTE_INDENT.length;
  const rows = lifetimes.flatMap((lifetime, i) =>
    flowItems(formatCycleItems(lifetime, glyphs), ', ', remainingColumns).map(
      (line, lineIndex) =>
        (lineIndex === 0 ? getWaveLetter(i).padEnd(NOTE_INDENT.length) : NOTE_INDENT) + line,
    ),
  );
  return [
    ...rows,
    ...flowItems(formatLegendItems(lifetimes, glyphs), '  ', remainingColumns).map(
      (line) => NOTE_INDENT + line,
    ),
  ];
}

function wrapNotes(sentences: readonly string[], width: number): string[] {
  return sentences.flatMap((sentence) => wrapText(sentence, width, NOTE_INDENT));
}

/** Places the notes to the right of the map if they fit, otherwise below it. */
function drawMapWithNotes(
  map: PixelMap,
  waveNotes: readonly string[],
  width: number,
  colour: Colours,
): string[] {
  const { canvas, columns } = map;
  const remainingColumns = width - columns - NOTES_GAP;
  const sentences = [...waveNotes, ...map.notes];
  if (remainingColumns < MIN_NOTES_WIDTH) return [...canvas.lines(colour), ...wrapNotes(sentences, width)];
  wrapNotes(sentences, remainingColumns).forEach((line, i) => {
    canvas.put(i + 1, columns + NOTES_GAP, line);
  });
  return canvas.lines(colour);
}
