import { findMax, findMin } from '../../arch/index.js';
import { type Html, h } from '../../harness/page/index.js';
import { getRoundStep } from '../../harness/text/index.js';

/** The range of the vertical axis and its tick values, lowest first. */
interface TrendScale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/**
 * Chooses an axis with about four round ticks. For `91.2 … 93.4`, they are `91 92 93 94`.
 *
 * @param fromZero whether the axis starts at zero; otherwise it starts near the values, so small changes are visible
 * @param whole whether steps are whole numbers, as for counts
 * @param ceiling the upper bound, such as 100 for percentages
 */
export function chooseTrendScale(
  values: readonly number[],
  {
    fromZero = false,
    whole = false,
    ceiling = Number.POSITIVE_INFINITY,
  }: { fromZero?: boolean; whole?: boolean; ceiling?: number } = {},
): TrendScale {
  const finite = values.filter(Number.isFinite);
  const min = fromZero || finite.length === 0 ? 0 : findMin(finite);
  const max = finite.length === 0 ? 1 : findMax(finite);
  const step = getRoundStep((max - min || Math.abs(max) * 0.02 || 1) / 3, whole);
  let low = Math.floor(min / step) * step;
  const high = Math.min(ceiling, Math.max(Math.ceil(max / step) * step, low + step));
  if (low >= high) low = high - step;
  const ticks: number[] = [];
  for (let value = low; value <= high + step / 1000; value += step) ticks.push(Number(value.toPrecision(12)));
  return { low, high, ticks };
}

/** A run in a chart. */
export interface TrendPoint {
  /** The value, or null if it was not recorded. */
  readonly value: number | null;
  /** The link target; absent if the run's page no longer exists. */
  readonly href?: string;
  /** The label of the point, such as `2026-11-22 01:00: 98.2%`. */
  readonly text: string;
  /** The height of the bar for additions, such as new groups. */
  readonly up?: number;
  /** The height of the bar for removals, such as vanished groups. */
  readonly down?: number;
}

/** How to format and bound a chart's values. */
export interface TrendAxis {
  readonly format: (value: number) => string;
  readonly fromZero?: boolean;
  readonly whole?: boolean;
  readonly ceiling?: number;
}

const WIDTH = 360;
const HEIGHT = 150;
const PLOT = { left: 46, right: 350, top: 10, bottom: 122 } as const;

/** The range of point radii. Points shrink as the number of runs grows. */
const RADIUS = { max: 4, min: 1.5 } as const;

const CLICK_RADIUS = 9;

/**
 * Draws a line chart of runs, oldest on the left, with each point linked to its run's page. The chart needs no script,
 * so it can be printed, follows the reader's colour scheme and works under the strictest content policy. A table next
 * to it gives screen readers the same values.
 */
export function drawTrendChart(
  label: string,
  points: readonly TrendPoint[],
  days: readonly [first: string, last: string],
  axis: TrendAxis,
): Html {
  const values = points.flatMap(({ value }) => value ?? []);
  const bars = points.flatMap(({ up = 0, down = 0 }) => [up, down]);
  const scale = chooseTrendScale([...values, ...bars.filter((bar) => bar > 0)], axis);
  const x = (index: number): number =>
    points.length === 1
      ? (PLOT.left + PLOT.right) / 2
      : PLOT.left + 6 + ((PLOT.right - PLOT.left - 12) * index) / (points.length - 1);
  const y = (value: number): number =>
    PLOT.bottom - ((PLOT.bottom - PLOT.top) * (value - scale.low)) / (scale.high - scale.low);
  return h(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'trend', role: 'group', 'aria-label': label },
    drawAxis(scale, y, axis),
    drawDays(days, points.length),
    points.flatMap((point, index) => drawBars(point, x(index), y, scale)),
    drawLines(points, x, y),
    points.flatMap((point, index) => drawPoint(point, x(index), y, points.length)),
  );
}

function drawAxis({ ticks }: TrendScale, y: (value: number) => number, { format }: TrendAxis): Html[] {
  return ticks.flatMap((tick) => [
    h('line', { class: 'grid', x1: PLOT.left, x2: PLOT.right, y1: y(tick), y2: y(tick) }),
    h('text', { class: 'tick', x: PLOT.left - 6, y: y(tick) + 4, 'text-anchor': 'end' }, format(tick)),
  ]);
}

function drawDays([first, last]: readonly [string, string], count: number): Html[] {
  const mark = (x: number, anchor: string, text: string): Html =>
    h('text', { class: 'tick', x, y: HEIGHT - 8, 'text-anchor': anchor }, text);
  if (count === 1) return [mark((PLOT.left + PLOT.right) / 2, 'middle', first)];
  return [mark(PLOT.left, 'start', first), mark(PLOT.right, 'end', last)];
}

/** Draws the bars for additions and removals, side by side on the axis. */
function drawBars(
  { up = 0, down = 0 }: TrendPoint,
  x: number,
  y: (value: number) => number,
  { low }: TrendScale,
): Html[] {
  const bar = (name: string, left: number, value: number): Html[] =>
    value === 0
      ? []
      : [
          h('rect', {
            class: name,
            x: left,
            y: y(low + value),
            width: 3.5,
            height: PLOT.bottom - y(low + value),
          }),
        ];
  return [...bar('up', x - 4, up), ...bar('down', x + 0.5, down)];
}

/** Draws the line, with gaps where values are missing. */
function drawLines(
  points: readonly TrendPoint[],
  x: (index: number) => number,
  y: (value: number) => number,
): Html[] {
  const segments: string[][] = [[]];
  for (const [index, { value }] of points.entries()) {
    if (value === null) segments.push([]);
    else segments.at(-1)!.push(`${x(index).toFixed(1)},${y(value).toFixed(1)}`);
  }
  return segments
    .filter(({ length }) => length > 1)
    .map((segment) => h('polyline', { class: 'line', points: segment.join(' '), fill: 'none' }));
}

function drawPoint(
  { value, href, text }: TrendPoint,
  x: number,
  y: (value: number) => number,
  count: number,
): Html[] {
  if (value === null) return [];
  const cy = Number(y(value).toFixed(1));
  const cx = Number(x.toFixed(1));
  const r = Math.max(RADIUS.min, Math.min(RADIUS.max, (PLOT.right - PLOT.left) / count / 3));
  const marks = [
    h('title', {}, text),
    h('circle', { class: 'hit-area', cx, cy, r: Math.min(CLICK_RADIUS, Math.max(r, 150 / count)) }),
    h('circle', { class: 'point', cx, cy, r }),
  ];
  // Keyboard users can use the links in the table. Six charts of sixty runs would add hundreds of tab stops.
  if (href === undefined) return [h('g', {}, ...marks)];
  return [h('a', { href, 'aria-label': text, tabindex: -1 }, ...marks)];
}
