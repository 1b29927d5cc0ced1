import { findMax } from '../../arch/index.js';
import { formatNumber, getRoundStep } from '../text/quantity.js';
import { type Html, h } from './html.js';

/** Width of the wide drawing in pixels. The style sheet shows the drawing that fits. */
const WIDE = 640;
/** Width of the narrow drawing in pixels. */
const NARROW = 330;
const HEIGHT = 236;
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

/** Lines that share one pair of axes. */
interface LineChart {
  /** Text alternative for the drawing. */
  readonly label: string;
  /** Title of the horizontal axis. */
  readonly xTitle: string;
  /** Title of the vertical axis. */
  readonly yTitle: string;
  /** Largest x value. */
  readonly xMax: number;
  /** Value at the top of the vertical axis, which starts at 0. */
  readonly yMax: number;
  readonly lines: readonly ChartLine[];
}

/** Draws the chart in two widths. The style sheet shows the one that fits. */
export function drawLineChart(chart: LineChart): Html {
  return h(
    'figure',
    { class: 'growth drawing' },
    h('div', { class: 'wide' }, drawChart(chart, WIDE)),
    h('div', { class: 'narrow' }, drawChart(chart, NARROW)),
  );
}

function drawChart({ label, xTitle, yTitle, xMax, yMax, lines }: LineChart, width: number): Html {
  const bottom = HEIGHT - BOTTOM_MARGIN;
  const left = GAP + CHARACTER_WIDTH * findMax(getTicks(yMax).map((value) => formatNumber(value).length));
  const x = (value: number): number => left + ((width - left - RIGHT_MARGIN) * value) / xMax;
  const y = (value: number): number => bottom - (bottom - TOP_MARGIN) * (value / yMax);
  const xTicks = getTicks(xMax).map((value) =>
    h('text', { class: 'tick', x: x(value), y: bottom + 17, 'text-anchor': 'middle' }, formatNumber(value)),
  );
  const yTicks = getTicks(yMax).flatMap((value) => [
    h('line', { class: 'grid', x1: left, x2: width - RIGHT_MARGIN, y1: y(value), y2: y(value) }),
    h('text', { class: 'tick', x: left - GAP, y: y(value) + 4, 'text-anchor': 'end' }, formatNumber(value)),
  ]);
  const xTitleAttributes = {
    class: 'tick',
    x: (left + width - RIGHT_MARGIN) / 2,
    y: HEIGHT - 6,
    'text-anchor': 'middle',
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
    { viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': label },
    yTicks,
    xTicks,
    h('text', xTitleAttributes, xTitle),
    h('text', { class: 'tick', x: 0, y: 14 }, yTitle),
    curves,
  );
}

/** Returns round numbers from 0 to `max`, in steps of 1, 2 or 5 times a power of ten. */
export function getTicks(max: number): number[] {
  const step = getRoundStep(max / MAX_STEPS, true);
  return Array.from({ length: Math.floor(max / step) + 1 }, (_, i) => i * step);
}
