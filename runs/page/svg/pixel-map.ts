import {
  getWaveLetter,
  type MappedPixels,
  mapPixels,
  type PixelState,
} from '../../../failures/picture/index.js';
import type { WaveLifetime } from '../../../failures/timeline/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import type { Place } from '../../../transactions/index.js';

/** The size of a map cell, in SVG units. */
const CELL = 17;
/** The margins for the axis labels, in SVG units. */
const LEFT = 34;
const TOP = 20;
/** Number of columns that fit on a phone. */
const MAX_COLUMNS = 18;
const LABEL_INTERVAL = 4;

/**
 * Draws a map that shows which waves cover the pixels around a violation, and returns it with notes. Returns undefined
 * if no wave covers any of those pixels.
 */
export function drawPixelMap(
  lifetimes: readonly WaveLifetime[],
  place: Place,
): { readonly svg: Html; readonly notes: readonly string[] } | undefined {
  const mapped = mapPixels(lifetimes, place, MAX_COLUMNS);
  if (mapped === undefined) return undefined;
  const { area, stateAt, legend, notes } = mapped;
  const columns = area.right - area.left + 1;
  const rows = area.bottom - area.top + 1;
  const cells = Array.from({ length: rows * columns }, (_, i) => i).flatMap((i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    return drawCell(LEFT + CELL * x, TOP + CELL * y, stateAt(area.left + x, area.top + y));
  });
  const size = { width: LEFT + CELL * columns + 2, height: TOP + CELL * rows + 2 };
  const svg = h(
    'svg',
    {
      ...size,
      viewBox: `0 0 ${size.width} ${size.height}`,
      class: 'pixels',
      role: 'img',
      'aria-label': `Pixels ${area.left} to ${area.right} across, ${area.top} to ${area.bottom} down, coloured by the wave that covers them`,
    },
    drawAxes(area),
    cells,
  );
  return { svg, notes: [...legend, ...notes] };
}

function drawAxes({ left, top, right, bottom }: MappedPixels['area']): Html[] {
  const xLabels = range(left, right, LABEL_INTERVAL).map((x) =>
    h('text', { class: 'tick', x: LEFT + CELL * (x - left) + 2, y: 13 }, `${x === left ? 'x ' : ''}${x}`),
  );
  const yLabels = range(top, bottom, 2).map((y) =>
    h(
      'text',
      { class: 'tick', x: LEFT - 5, y: TOP + CELL * (y - top) + 12.5, 'text-anchor': 'end' },
      `${y === top ? 'y ' : ''}${y}`,
    ),
  );
  return [...xLabels, ...yLabels];
}

function range(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + step * i);
}

function drawCell(x: number, y: number, state: PixelState): Html[] {
  const tone = typeof state === 'number' ? `covered wave-${state % 2 === 0 ? 'a' : 'b'}` : state;
  const symbol =
    typeof state === 'number' ? getWaveLetter(state) : { violating: '*', none: '', shared: '#' }[state];
  const attributes = { x: x + CELL / 2 - 0.5, y: y + 12.5, 'text-anchor': 'middle', class: `symbol ${tone}` };
  return [
    h('rect', { class: `pixel ${tone}`, x, y, width: CELL - 1, height: CELL - 1, rx: 2 }),
    ...(symbol === '' ? [] : [h('text', attributes, symbol)]),
  ];
}
