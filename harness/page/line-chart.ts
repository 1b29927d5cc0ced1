import { findMax, findMin } from '../../arch/index.js';
import { formatNumber, getRoundStep } from '../text/quantity.js';
import { type Html, h } from './html.js';

/** Width of the wide drawing in pixels. The style sheet shows the drawing that fits. */
const WIDE = 640;
/** Width of the narrow drawing in pixels. */
const NARROW = 330;
const HEIGHT = 236;
/** Height of a chart beside others. */
const SMALL_HEIGHT = 150;
/** Space between the vertical axis and its labels. */
const GAP = 6;
/** Width of one character of a label. */
const CHARACTER_WIDTH = 7.4;
const RIGHT_MARGIN = 26;
const TOP_MARGIN = 28;
const BOTTOM_MARGIN = 42;
const MAX_STEPS = 5;

/** A line in a chart, as points in axis units. */
interface ChartLine {
  readonly points: readonly (readonly [x: number, y: number])[];
  /** CSS class of the line. */
  readonly style: 'measured' | 'expected';
  readonly area?: boolean;
}

/** A point of a chart with a text, which may lead to a page. */
interface ChartMark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly href?: string | undefined;
}

/** Values that a vertical axis shows. */
interface AxisRange {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

/** Lines that share one pair of axes. */
interface LineChart {
  /** Text alternative for the drawing. */
  readonly label: string;
  /** Title of the horizontal axis. */
  readonly xTitle?: string;
  /** Title of the vertical axis. */
  readonly yTitle?: string;
  /** Largest x value. */
  readonly xMax: number;
  /** Labels of the horizontal axis, if they are not round numbers. */
  readonly xTicks?: readonly { readonly x: number; readonly text: string }[];
  /** Value at the top of the vertical axis, which starts at 0, or its range. */
  readonly yMax: number | AxisRange;
  readonly formatY?: (value: number) => string;
  readonly lines: readonly ChartLine[];
  readonly marks?: readonly ChartMark[];
}

/** Draws the chart in two widths. The style sheet shows the one that fits. */
export function drawLineChart(chart: LineChart): Html {
  return h(
    'figure',
    { class: 'growth drawing' },
    h('div', { class: 'wide' }, drawChart(chart, WIDE, HEIGHT)),
    h('div', { class: 'narrow' }, drawChart(chart, NARROW, HEIGHT)),
  );
}

/** Draws a chart that stands beside others, in one width. */
export function drawSmallChart(chart: LineChart): Html {
  return drawChart(chart, NARROW, SMALL_HEIGHT);
}

function drawChart(chart: LineChart, width: number, height: number): Html {
  const { label, xTitle = '', yTitle = '', xMax, yMax, formatY = formatNumber, lines, marks = [] } = chart;
  const { min, max, ticks } = typeof yMax === 'number' ? { min: 0, max: yMax, ticks: getTicks(yMax) } : yMax;
  const xTicks = chart.xTicks ?? getTicks(xMax).map((x) => ({ x, text: formatNumber(x) }));
  const bottom = height - (xTitle === '' ? BOTTOM_MARGIN / 2 : BOTTOM_MARGIN);
  const top = yTitle === '' ? TOP_MARGIN / 2 : TOP_MARGIN;
  const left = GAP + CHARACTER_WIDTH * findMax(ticks.map((value) => formatY(value).length));
  const x = (value: number): number => left + ((width - left - RIGHT_MARGIN) * value) / xMax;
  const y = (value: number): number => bottom - (bottom - top) * ((value - min) / (max - min));
  const drawText = (position: number, baseline: number, anchor: string, text: string): Html =>
    h('text', { class: 'tick', x: position, y: baseline, 'text-anchor': anchor }, text);
  const drawTick = (position: number, text: string): Html => {
    const half = (text.length * CHARACTER_WIDTH) / 2;
    return drawText(Math.max(half, Math.min(width - half, position)), bottom + 17, 'middle', text);
  };
  const curves = lines.flatMap(({ points, style, area }) => {
    const coordinates = points.map(
      ([horizontal, vertical]) => `${x(horizontal).toFixed(1)},${y(vertical).toFixed(1)}`,
    );
    const [first, last] = [points[0]!, points.at(-1)!];
    const outline = `${x(first[0])},${bottom} ${coordinates.join(' ')} ${x(last[0])},${bottom}`;
    return [
      ...(area ? [h('polygon', { points: outline })] : []),
      h('polyline', { class: style, points: coordinates.join(' '), fill: 'none' }),
    ];
  });
  return h(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: marks.length === 0 ? 'img' : 'group', 'aria-label': label },
    ticks.flatMap((value) => [
      h('line', { class: 'grid', x1: left, x2: width - RIGHT_MARGIN, y1: y(value), y2: y(value) }),
      drawText(left - GAP, y(value) + 4, 'end', formatY(value)),
    ]),
    xTicks.map((tick) => drawTick(x(tick.x), tick.text)),
    xTitle === '' ? '' : drawText((left + width - RIGHT_MARGIN) / 2, height - 6, 'middle', xTitle),
    yTitle === '' ? '' : h('text', { class: 'tick', x: 0, y: 14 }, yTitle),
    curves,
    marks.map((mark) => drawMark(mark, x(mark.x), y(mark.y))),
  );
}

/** Draws a point. Keyboard users can use the links in a table beside the chart: hundreds of tab stops help nobody. */
function drawMark({ text, href }: ChartMark, x: number, y: number): Html {
  const [cx, cy] = [x.toFixed(1), y.toFixed(1)];
  const point = [h('title', {}, text), h('circle', { class: 'point', cx, cy, r: 3 })];
  return href === undefined
    ? h('g', {}, ...point)
    : h('a', { href, 'aria-label': text, tabindex: -1 }, ...point);
}

/** Returns round numbers from `min` to `max`, in steps of 1, 2 or 5 times a power of ten. */
export function getTicks(max: number, min = 0, whole = true): number[] {
  const step = getRoundStep((max - min) / MAX_STEPS, whole);
  const first = Math.ceil(min / step - 1e-9);
  const count = Math.floor(max / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/**
 * Chooses a range with a few round ticks, close to the values, so that small changes show. For `91.2 … 93.4`, the ticks
 * are 91 to 94.
 *
 * @param whole whether ticks are whole numbers, as for counts; these start at zero
 * @param ceiling the upper bound, such as 100 for percentages
 */
export function chooseRange(
  values: readonly number[],
  { whole = false, ceiling = Number.POSITIVE_INFINITY }: { whole?: boolean; ceiling?: number } = {},
): AxisRange {
  const finite = values.filter(Number.isFinite);
  const lowest = whole || finite.length === 0 ? 0 : findMin(finite);
  const highest = finite.length === 0 ? 1 : findMax(finite);
  const step = getRoundStep((highest - lowest || Math.abs(highest) * 0.02 || 1) / (MAX_STEPS - 2), whole);
  const low = Math.floor(lowest / step) * step;
  const max = Math.min(ceiling, Math.max(Math.ceil(highest / step) * step, low + step));
  const min = low < max ? low : max - step;
  return { min, max, ticks: getTicks(max, min, whole) };
}
