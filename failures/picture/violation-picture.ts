import { type Colours, flowItems, wrapText } from '../../base/text/index.js';
import type { Witness } from '../../harness/records/index.js';
import { extractWaveLifetime, type WaveLifetime } from '../timeline/index.js';
import type { Scenario, Violation } from '../../transactions/index.js';
import { ASCII_GLYPHS, type Glyphs, UNICODE_GLYPHS } from './glyphs.js';
import { getWaveLetter } from './letters.js';
import { formatCycleItems, formatLegendItems, formatSectionNote, formatWaveNote } from './notes.js';
import { drawTextPixelMap, type PixelMap } from './pixel-map.js';
import { drawTextTimeline } from './timeline.js';
import { drawWaitChain } from './wait-chain.js';

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
 * one timeline and, for a hang, the wait-for chain. No line is wider than the style allows.
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
    drawChainPicture(violation, style),
  ];
  return blocks.filter((block) => block.length > 0).flatMap((block, i) => (i === 0 ? block : ['', ...block]));
}

/** Draws only the wait-for chain of a hang. Returns no lines if the violation has none. */
export function drawChainPicture(violation: Violation, style: PictureStyle): string[] {
  const { width, glyphs } = resolveStyle(style);
  return drawWaitChain(violation, width, glyphs)?.lines(style.colour) ?? [];
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
