import {
  ACCESS_SYMBOLS,
  findPhases,
  findSectionOverlap,
  findStops,
  getLastColumn,
  getWaveLetter,
  MARK_SYMBOLS,
  makeTimeScale,
  placeMarks,
  type TimeScale,
} from '../../../failures/picture/index.js';
import type { AccessSpan, Span, WaveLifetime } from '../../../failures/timeline/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import { formatNumber } from '../../../harness/text/index.js';
import type { Violation } from '../../../transactions/index.js';
import { COLUMN_WIDTH, drawTimeAxis, getCycleX, MARGIN } from './time-axis.js';

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
export function getLegend(
  lifetimes: readonly WaveLifetime[],
): readonly (readonly [symbol: string, text: string])[] {
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
