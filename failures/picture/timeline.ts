import { findMax } from '../../arch/index.js';
import type { Violation } from '../../transactions/index.js';
import { countUpTo } from '../timeline/snapshots.js';
import {
  type AccessSpan,
  getMarkCycle,
  getSectionSpan,
  type Mark,
  type Span,
  type WaveLifetime,
} from '../timeline/wave-life.js';
import { ACCESS_SYMBOLS, Canvas, type Glyphs, getWaveLetter, MARK_SYMBOLS } from './canvas.js';
import { haveCommonPixel } from './pixel-map.js';

/** A cycle with events, and the largest number of marks in any row at that cycle. */
interface Stop {
  readonly cycle: number;
  readonly marks: number;
}

/** Maps cycles to columns. */
interface TimeScale {
  readonly columns: number;
  /** The cycles of the stops, ascending. */
  readonly cycles: readonly number[];
  /** Returns the first column of a stop. For other cycles, returns that of the stop before them, or 0 if none. */
  readonly column: (cycle: number) => number;
  /** Returns the number of columns from a cycle up to the next stop. */
  readonly width: (cycle: number) => number;
  /** Returns whether part of the time after a stop is elided. */
  readonly isCut: (cycle: number) => boolean;
}

/** If there are more than five stops, no gap between them takes up more than a fifth of the line. */
const GAP_DIVISOR = 5;
const MAX_ITERATIONS = 40;

/**
 * Makes a scale on which each stop has room for its marks, if possible, and the rest is divided in proportion to time.
 * Gaps that would take up most of the line are shortened.
 */
export function makeTimeScale(stops: readonly Stop[], columns: number): TimeScale {
  const sorted = [...stops].sort((a, b) => a.cycle - b.cycle);
  const cycles = sorted.map(({ cycle }) => cycle);
  const gaps = cycles.map((cycle, i) => (i + 1 < cycles.length ? cycles[i + 1] - cycle : 0));
  const maxGap = findMaxGap(gaps);
  const starts = computeColumnStarts(sorted, gaps, maxGap, columns);
  const findStopIndex = (cycle: number): number => Math.max(0, countUpTo(sorted, cycle) - 1);
  return {
    columns,
    cycles,
    column: (cycle) => starts[findStopIndex(cycle)],
    width: (cycle) =>
      Math.max(1, (starts[findStopIndex(cycle) + 1] ?? columns) - starts[findStopIndex(cycle)]),
    isCut: (cycle) => gaps[findStopIndex(cycle)] > maxGap,
  };
}

/**
 * Returns the maximum length of a gap, so that none takes up more than its share; longer gaps are truncated to this.
 */
function findMaxGap(gaps: readonly number[]): number {
  let maxGap = findMax(gaps);
  if (gaps.length <= GAP_DIVISOR) return maxGap;
  for (let round = 0; round < MAX_ITERATIONS; round++) {
    const total = gaps.reduce((sum, gap) => sum + Math.min(gap, maxGap), 0);
    maxGap = Math.min(maxGap, Math.ceil(total / GAP_DIVISOR));
  }
  return maxGap;
}

function computeColumnStarts(
  stops: readonly Stop[],
  gaps: readonly number[],
  maxGap: number,
  columns: number,
): number[] {
  const requiredColumns = stops.reduce((sum, { marks }) => sum + marks, 0);
  if (stops.length > columns) return stops.map((_, i) => Math.floor((i * columns) / stops.length));
  const widths = stops.map(({ marks }) => (requiredColumns <= columns ? marks : 1));
  const spareColumns = columns - widths.reduce((sum, width) => sum + width, 0);
  const shortenedGaps = gaps.map((gap) => Math.min(gap, maxGap));
  const total = Math.max(
    1,
    shortenedGaps.reduce((sum, gap) => sum + gap, 0),
  );
  const starts: number[] = [];
  let usedColumns = 0;
  let elapsed = 0;
  stops.forEach((_, i) => {
    starts.push(usedColumns + Math.floor((spareColumns * elapsed) / total));
    usedColumns += widths[i];
    elapsed += shortenedGaps[i];
  });
  return starts;
}

/**
 * Draws two rows under a timeline: the axis, with a tick at each labelled cycle and a symbol wherever time is elided,
 * and the cycle numbers. Labels the violating cycle first, then the first and last cycles, then any others that fit.
 */
function drawAxis(
  canvas: Canvas,
  scale: TimeScale,
  left: number,
  violationCycle: number,
  glyphs: Glyphs,
): void {
  const axis = canvas.height;
  canvas.put(axis, 0, '   cycle', 'dim');
  canvas.fill(axis, left, left + scale.columns - 1, glyphs.axis, 'dim');
  for (const cycle of scale.cycles.filter(scale.isCut)) {
    const middle = scale.column(cycle) + Math.floor(scale.width(cycle) / 2);
    canvas.put(axis, left + middle, glyphs.cut.repeat(2), 'dim');
  }
  const { cycles } = scale;
  for (const cycle of [violationCycle, cycles[0], cycles.at(-1)!, ...cycles]) {
    labelCycle(canvas, axis, left + scale.column(cycle), cycle, glyphs, cycle === violationCycle);
  }
}

function labelCycle(
  canvas: Canvas,
  axis: number,
  column: number,
  cycle: number,
  glyphs: Glyphs,
  isViolation: boolean,
): void {
  const text = `${cycle}`;
  const start = Math.min(column, canvas.width - text.length);
  if (!canvas.isFree(axis + 1, start - 1, start + text.length)) return;
  const tone = isViolation ? 'alarm' : 'dim';
  canvas.put(axis, column, glyphs.tick, tone);
  canvas.put(axis + 1, start, text, tone);
}

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
function placeMarks(
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
function findPhases(life: WaveLifetime): {
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

function getLastColumn(scale: TimeScale, { last }: Span): number {
  return last === Infinity ? scale.columns - 1 : scale.column(last);
}

/** Returns every cycle to draw, with the number of columns that its fullest row needs. */
function findStops(lifetimes: readonly WaveLifetime[], violationCycle: number): Stop[] {
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
