import { type Colours, flow, wrapped } from '../../base/text/index.js';
import type { Witness } from '../../harness/records/index.js';
import { extractWaveLifetime, type WaveLifetime } from '../../timeline/index.js';
import type { Scenario, Violation } from '../../transactions/index.js';
import { ASCII_GLYPHS, type Glyphs, UNICODE_GLYPHS } from './glyphs.js';
import { letterOf } from './letters.js';
import { cycleItems, legendItems, sectionsNote, waveNote } from './notes.js';
import { type PixelMap, pixelMap } from './pixel-map.js';
import { timeLine } from './time-line.js';
import { waitChain } from './wait-chain.js';

/** The minimum width of a picture, in columns. */
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
 * Draws a violation as lines for a terminal: the pixels involved and the waves that cover them, the waves' sections on
 * one timeline, and for a hang the wait-for chain. Pure. No line is wider than the style allows.
 */
export function violationPicture(
  scenario: Scenario,
  { violation, waves, transactions }: Witness,
  style: PictureStyle,
): string[] {
  const { width, glyphs } = effectiveStyle(style);
  const lives = waves.map((wave) => extractWaveLifetime(scenario, transactions, wave));
  const waveNotes = lives.map((life, i) => waveNote(life, i, scenario));
  const map = pixelMap(lives, violation.place, width, glyphs);
  const sections = lives.length === 2 ? sectionsNote(lives, violation.rule) : undefined;
  const parts = [
    map === undefined ? wrapNotes(waveNotes, width) : mapWithNotes(map, waveNotes, width, style.colour),
    [
      ...timeLine(lives, violation, width, glyphs).lines(style.colour),
      ...(sections === undefined ? [] : wrapNotes([sections], width)),
    ],
    eventTable(lives, width, glyphs),
    chainPicture(violation, style),
  ];
  return parts.filter((part) => part.length > 0).flatMap((part, i) => (i === 0 ? part : ['', ...part]));
}

/** Draws only the wait-for chain of a hang, or nothing if the violation has none. */
export function chainPicture(violation: Violation, style: PictureStyle): string[] {
  const { width, glyphs } = effectiveStyle(style);
  return waitChain(violation, width, glyphs)?.lines(style.colour) ?? [];
}

function effectiveStyle({ width, unicode }: PictureStyle): {
  readonly width: number;
  readonly glyphs: Glyphs;
} {
  return {
    width: Math.max(MIN_PICTURE_WIDTH, Math.floor(width)),
    glyphs: unicode ? UNICODE_GLYPHS : ASCII_GLYPHS,
  };
}

/** Returns the exact cycles of each wave, and the legend. */
function eventTable(lives: readonly WaveLifetime[], width: number, glyphs: Glyphs): string[] {
  const columnsLeft = width - NOTE_INDENT.length;
  const rows = lives.flatMap((life, i) =>
    flow(cycleItems(life, glyphs), ', ', columnsLeft).map(
      (line, lineIndex) => (lineIndex === 0 ? letterOf(i).padEnd(NOTE_INDENT.length) : NOTE_INDENT) + line,
    ),
  );
  return [...rows, ...flow(legendItems(lives, glyphs), '  ', columnsLeft).map((line) => NOTE_INDENT + line)];
}

function wrapNotes(sentences: readonly string[], width: number): string[] {
  return sentences.flatMap((sentence) => wrapped(sentence, width, NOTE_INDENT));
}

/** Places the notes to the right of the map if they fit, otherwise below it. */
function mapWithNotes(map: PixelMap, waveNotes: readonly string[], width: number, colour: Colours): string[] {
  const { canvas, columns } = map;
  const columnsLeft = width - columns - NOTES_GAP;
  const sentences = [...waveNotes, ...map.notes];
  if (columnsLeft < MIN_NOTES_WIDTH) return [...canvas.lines(colour), ...wrapNotes(sentences, width)];
  wrapNotes(sentences, columnsLeft).forEach((line, i) => {
    canvas.put(i + 1, columns + NOTES_GAP, line);
  });
  return canvas.lines(colour);
}
