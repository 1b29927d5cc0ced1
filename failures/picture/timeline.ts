import {
  type AccessSpan,
  getMarkCycle,
  getSectionSpan,
  type Mark,
  type Span,
  type WaveLifetime,
} from '../timeline/index.js';
import type { Violation } from '../../transactions/index.js';
import { drawAxis } from './axis.js';
import { Canvas } from './canvas.js';
import type { Glyphs } from './glyphs.js';
import { getWaveLetter } from './letters.js';
import { ACCESS_SYMBOLS, MARK_SYMBOLS } from './mark-symbols.js';
import { haveCommonPixel } from './shared-pixels.js';
import { makeTimeScale, type Stop, type TimeScale } from './time-scale.js';

const LABEL_COLUMNS = 13;
const MIN_COLUMNS = 10;
/** The maximum number of rows for simultaneous ordered accesses. The table below the picture lists the rest. */
const MAX_ACCESS_ROWS = 3;

/** State shared by the rows of a timeline. */
interface Plot {
  readonly canvas: Canvas;
  readonly scale: TimeScale;
  readonly glyphs: Glyphs;
}

/**
 * Draws a witness's waves on one timeline: a row with each wave's marks, one with its ordered accesses, and, between
 * two waves, the time when both sections are open. The cycle axis is underneath.
 */
export function drawTextTimeline(
  lifetimes: readonly WaveLifetime[],
  violation: Violation,
  width: number,
  glyphs: Glyphs,
): Canvas {
  const canvas = new Canvas(width);
  const scale = makeTimeScale(
    findStops(lifetimes, violation.cycle),
    Math.max(MIN_COLUMNS, width - LABEL_COLUMNS),
  );
  const plot: Plot = { canvas, scale, glyphs };
  drawViolation(plot, violation);
  if (lifetimes.length === 2) drawPair(plot, lifetimes);
  else {
    lifetimes.forEach((life, i) => {
      drawLife(plot, life, getWaveLetter(i));
      drawAccesses(plot, life);
    });
  }
  drawAxis(canvas, scale, LABEL_COLUMNS, violation.cycle, glyphs);
  return canvas;
}

/** Returns the cycles in which both sections are open, or undefined if there are none. */
export function findSectionOverlap(a: WaveLifetime, b: WaveLifetime): Span | undefined {
  const spanA = getSectionSpan(a);
  const spanB = getSectionSpan(b);
  if (spanA === undefined || spanB === undefined) return undefined;
  const overlap = { first: Math.max(spanA.first, spanB.first), last: Math.min(spanA.last, spanB.last) };
  return overlap.first <= overlap.last ? overlap : undefined;
}

/** Draws two waves with their accesses facing each other, and between them the time when both sections are open. */
function drawPair(plot: Plot, [a, b]: readonly WaveLifetime[]): void {
  drawLife(plot, a, getWaveLetter(0));
  drawAccesses(plot, a);
  const both = findSectionOverlap(a, b);
  if (both !== undefined) {
    const row = plot.canvas.height;
    const tone = haveCommonPixel([a, b]) ? 'alarm' : 'plain';
    plot.canvas.put(row, 0, '   both open', tone);
    fillSpan(plot, row, both, plot.glyphs.overlap, tone);
  }
  drawAccesses(plot, b);
  drawLife(plot, b, getWaveLetter(1));
}

function drawViolation({ canvas, scale }: Plot, { cycle, rule }: Violation): void {
  const column = LABEL_COLUMNS + scale.column(cycle);
  const text = `${rule}, cycle ${cycle}`;
  const fits = column + 2 + text.length <= canvas.width;
  canvas.put(0, column, '!', 'alarm');
  canvas.put(0, fits ? column + 2 : Math.max(0, column - 1 - text.length), text, 'alarm');
}

function drawLife(plot: Plot, life: WaveLifetime, letter: string): void {
  const { canvas, glyphs } = plot;
  const row = canvas.height;
  canvas.put(row, 0, `${letter}  wave ${life.wave}`, 'wave');
  const phases = findPhases(life);
  if (phases.life === undefined) return;
  fillSpan(plot, row, phases.life, glyphs.running);
  if (phases.wait !== undefined) fillSpan(plot, row, phases.wait, glyphs.wait);
  for (const sleep of life.sleeps) fillSpan(plot, row, sleep, MARK_SYMBOLS.sleep.symbol);
  if (phases.section !== undefined) fillSpan(plot, row, phases.section, glyphs.section, 'wave');
  drawMarks(plot, row, life.marks);
}

function drawMarks({ canvas, scale }: Plot, row: number, marks: readonly Mark[]): void {
  for (const { column, symbol } of placeMarks(marks, scale))
    canvas.put(row, LABEL_COLUMNS + column, symbol, 'wave');
}

/** Places marks in the same cycle side by side. If they do not all fit, keeps those with the largest weights. */
export function placeMarks(
  marks: readonly Mark[],
  scale: TimeScale,
): { readonly column: number; readonly symbol: string }[] {
  return [...new Set(marks.map((mark) => mark.cycle))].flatMap((cycle) => {
    const simultaneous = marks.filter((mark) => mark.cycle === cycle);
    const byWeight = [...simultaneous].sort(
      (a, b) => MARK_SYMBOLS[b.kind].weight - MARK_SYMBOLS[a.kind].weight,
    );
    const keptMarks = new Set(byWeight.slice(0, scale.width(cycle)));
    return simultaneous
      .filter((mark) => keptMarks.has(mark))
      .map(({ kind }, i) => ({ column: scale.column(cycle) + i, symbol: MARK_SYMBOLS[kind].symbol }));
  });
}

/** Returns the spans of a wave's lifetime (from its first mark), entry wait and section. */
export function findPhases(life: WaveLifetime): {
  readonly life?: Span;
  readonly wait?: Span;
  readonly section?: Span;
} {
  const first = life.marks[0]?.cycle;
  if (first === undefined) return {};
  const entry = getMarkCycle(life, 'entry');
  const poll = getMarkCycle(life, 'poll');
  const sectionStart = entry ?? (poll === undefined ? getSectionSpan(life)?.first : undefined);
  const ended = getMarkCycle(life, 'ended') ?? Infinity;
  return {
    life: { first, last: ended },
    ...(poll === undefined ? {} : { wait: { first: poll, last: entry ?? Infinity } }),
    ...(sectionStart === undefined
      ? {}
      : { section: { first: sectionStart, last: getMarkCycle(life, 'exit-sent') ?? ended } }),
  };
}

function drawAccesses(plot: Plot, { accesses }: WaveLifetime): void {
  const { canvas, scale } = plot;
  const first = canvas.height;
  if (accesses.length === 0) return;
  canvas.put(first, 0, '   ordered', 'dim');
  for (const access of accesses) {
    const from = LABEL_COLUMNS + scale.column(access.first);
    const to = LABEL_COLUMNS + getLastColumn(scale, access);
    const rows = Array.from({ length: MAX_ACCESS_ROWS }, (_, i) => first + i);
    const row = rows.find((candidate) => canvas.isFree(candidate, from, to));
    if (row !== undefined) drawAccess(plot, row, access, from, to);
  }
}

function drawAccess(
  { canvas, glyphs }: Plot,
  row: number,
  access: AccessSpan,
  from: number,
  to: number,
): void {
  canvas.fill(row, from, to, glyphs.access);
  if (access.last !== Infinity) canvas.put(row, to, glyphs.performed);
  canvas.put(row, from, ACCESS_SYMBOLS[access.operation], 'wave');
}

function fillSpan(
  { canvas, scale }: Plot,
  row: number,
  span: Span,
  glyph: string,
  tone: 'plain' | 'wave' | 'alarm' = 'plain',
): void {
  canvas.fill(
    row,
    LABEL_COLUMNS + scale.column(span.first),
    LABEL_COLUMNS + getLastColumn(scale, span),
    glyph,
    tone,
  );
}

/** Returns the column where a span ends, or the last column if it never ends. */
export function getLastColumn(scale: TimeScale, { last }: Span): number {
  return last === Infinity ? scale.columns - 1 : scale.column(last);
}

/** Returns every cycle to draw, with the number of columns that its fullest row needs. */
export function findStops(lifetimes: readonly WaveLifetime[], violationCycle: number): Stop[] {
  const marksByCycle = new Map<number, number>([[violationCycle, 1]]);
  const requireSpace = (cycle: number, marks: number): void => {
    if (cycle !== Infinity) marksByCycle.set(cycle, Math.max(marksByCycle.get(cycle) ?? 0, marks));
  };
  for (const { marks, sleeps, accesses } of lifetimes) {
    const counts = new Map<number, number>();
    for (const { cycle } of marks) counts.set(cycle, (counts.get(cycle) ?? 0) + 1);
    for (const [cycle, count] of counts) requireSpace(cycle, count);
    for (const { first, last } of [...sleeps, ...accesses]) {
      requireSpace(first, 1);
      requireSpace(last, 1);
    }
  }
  return Array.from(marksByCycle, ([cycle, marks]) => ({ cycle, marks }));
}
