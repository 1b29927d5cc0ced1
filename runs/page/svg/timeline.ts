import {
  ACCESS_SYMBOLS,
  findPhases,
  findSectionOverlap,
  findStops,
  findWaitLinks,
  formatCycleItems,
  formatSectionNote,
  formatWaveNote,
  getLastColumn,
  getWaveLetter,
  MARK_SYMBOLS,
  makeTimeScale,
  placeMarks,
  type TimeScale,
  UNICODE_GLYPHS,
  type WaitLink,
} from '../../../failures/picture/index.js';
import {
  type AccessSpan,
  extractWaveLifetime,
  type Span,
  type WaveLifetime,
} from '../../../failures/timeline/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import type { Witness } from '../../../harness/records/index.js';
import { formatNumber } from '../../../harness/text/index.js';
import type { Scenario, Violation } from '../../../transactions/index.js';
import { collapsed, list } from '../parts.js';
import { drawPixelMap } from './pixel-map.js';

/** The width of a time scale column in pixels, wide enough for a marker's symbol. */
const COLUMN_WIDTH = 9;

/** The left margin in pixels. */
const MARGIN = 6;

/** Returns the x coordinate of the left edge of a cycle's first column, in pixels. */
function getCycleX(scale: TimeScale, cycle: number): number {
  return MARGIN + COLUMN_WIDTH * scale.column(cycle);
}

const HEIGHT = 34;
/** Maximum width of a digit in labels, in pixels. */
const DIGIT_WIDTH = 6.8;

/**
 * Draws the axis under a timeline, with a numbered tick for each cycle where there is room, and a break symbol wherever
 * time is elided. The violating cycle takes precedence, then the first and last, then the rest.
 */
function drawTimeAxis(
  scale: TimeScale,
  top: number,
  width: number,
  violationCycle: number,
): { readonly parts: readonly Html[]; readonly height: number } {
  const { cycles, columns } = scale;
  const occupied: [number, number][] = [];
  const labels = [violationCycle, cycles[0]!, cycles.at(-1)!, ...cycles].flatMap((cycle) => {
    const text = formatNumber(cycle);
    const half = (text.length * DIGIT_WIDTH) / 2;
    const x = getCycleX(scale, cycle) + COLUMN_WIDTH / 2;
    const middle = Math.min(width - half - 1, Math.max(half + 1, x));
    if (occupied.some(([from, to]) => middle + half + 4 > from && middle - half - 4 < to)) return [];
    occupied.push([middle - half, middle + half]);
    const tone = cycle === violationCycle ? 'violation' : 'tick';
    return [
      h('line', { class: tone, x1: x, x2: x, y1: top, y2: top + 6 }),
      h('text', { class: tone, x: middle, y: top + 19, 'text-anchor': 'middle' }, text),
    ];
  });
  const cuts = cycles.filter(scale.isCut).map((cycle) => {
    const x = getCycleX(scale, cycle) + (COLUMN_WIDTH * scale.width(cycle)) / 2;
    return h('text', { class: 'cut', x, y: top + 4.5, 'text-anchor': 'middle' }, '≈');
  });
  const end = MARGIN + COLUMN_WIDTH * columns;
  return {
    parts: [
      h('line', { class: 'axis', x1: MARGIN, x2: end, y1: top, y2: top }),
      ...cuts,
      ...labels.flat(),
      h(
        'text',
        { class: 'tick', x: width - MARGIN, y: top + 31, 'text-anchor': 'end' },
        'cycles on the device',
      ),
    ],
    height: HEIGHT,
  };
}

/** Width of the wide timeline in pixels. The page shows whichever timeline fits. */
const WIDE_WIDTH = 820;
/** Width of the narrow timeline in pixels. */
const NARROW_WIDTH = 330;
/** Number of boxes to show at each end of a long wait chain. */
const BOXES_PER_END = 3;

/** Draws a violation: the wait chain if it is a hang, the pixels involved, and the waves on a shared timeline. */
export function drawViolationSvg(scenario: Scenario, { violation, waves, transactions }: Witness): Html[] {
  const lifetimes = waves.map((wave) => extractWaveLifetime(scenario, transactions, wave));
  const map = drawPixelMap(lifetimes, violation.place);
  const waveNotes = lifetimes.map((life, i) => formatWaveNote(life, i, scenario));
  const sectionNote = lifetimes.length === 2 ? formatSectionNote(lifetimes, violation.rule) : undefined;
  const notes = [...waveNotes, ...(map?.notes ?? []), ...(sectionNote === undefined ? [] : [sectionNote])];
  return [
    ...drawWaitBoxes(violation),
    h(
      'figure',
      { class: 'drawing' },
      h('div', { class: 'side-by-side' }, ...(map === undefined ? [] : [map.svg]), h('div', {}, list(notes))),
      ...(lifetimes.length === 0 ? [] : drawTimelines(lifetimes, violation)),
    ),
  ];
}

function drawTimelines(lifetimes: readonly WaveLifetime[], violation: Violation): Html[] {
  const symbols = getLegend(lifetimes).map(([symbol, text]) => h('li', {}, h('b', {}, symbol), ` ${text}`));
  const cycles = lifetimes.map((life, i) =>
    h('li', {}, `${getWaveLetter(i)}: ${formatCycleItems(life, UNICODE_GLYPHS).join(', ')}`),
  );
  return [
    h('div', { class: 'wide' }, drawTimeline(lifetimes, violation, WIDE_WIDTH)),
    h('div', { class: 'narrow' }, drawTimeline(lifetimes, violation, NARROW_WIDTH)),
    h('ul', { class: 'chips legend' }, symbols),
    collapsed('Exact cycles', h('ul', {}, cycles)),
  ];
}

/** Draws a hang's wait chain, with one box per waiter. */
function drawWaitBoxes(violation: Violation): Html[] {
  const { links, closing } = findWaitLinks(violation);
  if (links.length === 0) return [];
  const renderBox = ({ waiter, reason }: WaitLink): Html =>
    h('li', {}, h('strong', {}, waiter), ` ${reason}`);
  const hidden = links.length - 2 * BOXES_PER_END;
  const boxes =
    hidden <= 1
      ? links.map(renderBox)
      : [
          ...links.slice(0, BOXES_PER_END).map(renderBox),
          h('li', {}, `${hidden} more (see the witness)`),
          ...links.slice(-BOXES_PER_END).map(renderBox),
        ];
  return [
    h(
      'ol',
      { class: 'waits', 'aria-label': 'Wait chain' },
      ...boxes,
      ...(closing === undefined ? [] : [h('li', { class: 'bad' }, closing)]),
    ),
  ];
}

const HEADER_HEIGHT = 20;
const NAME_HEIGHT = 17;
/** The height of a wave's bar in pixels. */
const BAR_HEIGHT = 18;
/** The height of a row of accesses in pixels. */
const ROW_HEIGHT = 10;
/** Maximum number of rows for simultaneous accesses; the list below the diagram shows every access. */
const MAX_ROWS = 3;
/** The gap below a wave in pixels. */
const GAP = 8;
/** The maximum width of a letter in labels, in pixels. */
const LETTER_WIDTH = 6.6;

/**
 * Draws a witness's waves on one timeline, like the text diagram. Each wave has a bar with its section and markers, and
 * rows of ordered accesses. The drawing also shows the violation, the period when both sections are open, and a cycle
 * axis.
 */
export function drawTimeline(lifetimes: readonly WaveLifetime[], violation: Violation, width: number): Html {
  const scale = makeTimeScale(
    findStops(lifetimes, violation.cycle),
    Math.floor((width - 2 * MARGIN) / COLUMN_WIDTH),
  );
  const parts: Html[] = [];
  let top = HEADER_HEIGHT;
  lifetimes.forEach((life, i) => {
    const rows = assignRows(life.accesses, scale);
    parts.push(
      ...drawWave(life, i, scale, top),
      ...drawAccesses(rows, scale, top + NAME_HEIGHT + BAR_HEIGHT),
    );
    top += NAME_HEIGHT + BAR_HEIGHT + ROW_HEIGHT * rows.length + GAP;
  });
  const [a, b] = lifetimes;
  const overlap =
    a !== undefined && b !== undefined && lifetimes.length === 2 ? findSectionOverlap(a, b) : undefined;
  const band =
    overlap === undefined ? [] : [drawBar('both-open', overlap, scale, HEADER_HEIGHT, top - HEADER_HEIGHT)];
  const axis = drawTimeAxis(scale, top, width, violation.cycle);
  const label = `Waves ${lifetimes.map(({ wave }) => wave).join(' and ')} over time, violation at cycle ${violation.cycle}`;
  return h(
    'svg',
    { viewBox: `0 0 ${width} ${top + axis.height}`, role: 'img', 'aria-label': label },
    band,
    axis.parts,
    parts,
    drawViolation(violation, scale, top, width),
  );
}

/**
 * Draws a span as a bar. The bar has zero width if the span ends before it starts, which happens if a wave exits its
 * section too early.
 */
function drawBar(name: string, span: Span, scale: TimeScale, y: number, height: number): Html {
  const x = getCycleX(scale, span.first);
  const end = MARGIN + COLUMN_WIDTH * (getLastColumn(scale, span) + 1);
  const title = `cycles ${span.first} to ${span.last === Infinity ? 'the end' : span.last}`;
  return h('rect', { class: name, x, y, width: Math.max(0, end - x), height, rx: 3 }, h('title', {}, title));
}

function drawWave(life: WaveLifetime, index: number, scale: TimeScale, top: number): Html[] {
  const phases = findPhases(life);
  const y = top + NAME_HEIGHT;
  const middle = y + BAR_HEIGHT / 2;
  const tone = `wave-${index % 2 === 0 ? 'a' : 'b'}`;
  const line = (name: string, span: Span | undefined): Html[] => {
    if (span === undefined) return [];
    const x2 = MARGIN + COLUMN_WIDTH * (getLastColumn(scale, span) + 1);
    return [h('line', { class: name, x1: getCycleX(scale, span.first), x2, y1: middle, y2: middle })];
  };
  const name = `${getWaveLetter(index)}  wave ${life.wave}`;
  return [
    h('text', { class: `wave-name ${tone}`, x: MARGIN, y: top + 13 }, name),
    ...line('life', phases.life),
    ...line('wait', phases.wait),
    ...life.sleeps.flatMap((sleep) => line('sleep', sleep)),
    ...(phases.section === undefined
      ? []
      : [drawBar(`section ${tone}`, phases.section, scale, y + 1, BAR_HEIGHT - 2)]),
    ...placeMarks(life.marks, scale).map(({ column, symbol }) =>
      h('text', { class: 'mark', x: MARGIN + COLUMN_WIDTH * (column + 0.5), y: middle + 4.5 }, symbol),
    ),
  ];
}

/** Assigns each access to the first free row. Accesses that do not fit are omitted. */
function assignRows(accesses: readonly AccessSpan[], scale: TimeScale): AccessSpan[][] {
  const rows: AccessSpan[][] = [];
  for (const access of accesses) {
    const first = scale.column(access.first);
    const row = rows.find((candidate) => getLastColumn(scale, candidate.at(-1)!) < first);
    if (row !== undefined) row.push(access);
    else if (rows.length < MAX_ROWS) rows.push([access]);
  }
  return rows;
}

function drawAccesses(rows: readonly AccessSpan[][], scale: TimeScale, top: number): Html[] {
  return rows.flatMap((row, i) =>
    row.flatMap((access) => {
      const y = top + ROW_HEIGHT * i;
      const x = getCycleX(scale, access.first) + COLUMN_WIDTH / 2;
      const symbol = ACCESS_SYMBOLS[access.operation];
      return [
        drawBar(`access ${access.operation}`, access, scale, y + 2, ROW_HEIGHT - 3),
        h('text', { class: 'mark', x, y: y + 9 }, symbol),
      ];
    }),
  );
}

function drawViolation({ rule, cycle }: Violation, scale: TimeScale, bottom: number, width: number): Html[] {
  const x = getCycleX(scale, cycle) + COLUMN_WIDTH / 2;
  const text = `${rule}, cycle ${formatNumber(cycle)}`;
  const fits = x + 6 + text.length * LETTER_WIDTH <= width;
  const anchor = fits ? 'start' : 'end';
  return [
    h('line', { class: 'violation', x1: x, x2: x, y1: 4, y2: bottom }),
    h('text', { class: 'violation', x: fits ? x + 6 : x - 6, y: 13, 'text-anchor': anchor }, text),
  ];
}

/** Returns the legend entries for the symbols that occur in a diagram. */
function getLegend(lifetimes: readonly WaveLifetime[]): readonly (readonly [symbol: string, text: string])[] {
  const kinds = new Set(lifetimes.flatMap(({ marks }) => marks.map(({ kind }) => kind)));
  const operations = new Set(lifetimes.flatMap(({ accesses }) => accesses.map(({ operation }) => operation)));
  const marks = Object.entries(MARK_SYMBOLS).filter(([kind]) => [...kinds].some((used) => used === kind));
  const accesses = Object.entries(ACCESS_SYMBOLS).filter(([kind]) =>
    [...operations].some((used) => used === kind),
  );
  return [
    ...marks.map(([, { symbol, label }]) => [symbol, label] as const),
    ...accesses.map(([operation, symbol]) => [symbol, operation] as const),
  ];
}
