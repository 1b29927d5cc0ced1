import { type Html, h } from '../../../base/page/index.js';
import {
  letterOf,
  type MappedPixels,
  mappedPixels,
  type PixelState,
} from '../../../failures/picture/index.js';
import type { WaveLifetime } from '../../../timeline/index.js';
import type { Place } from '../../../transactions/index.js';

const CELL = 17;
const LEFT = 34;
const TOP = 20;
/** Number of columns that fit on a phone. */
const MAX_COLUMNS = 18;
const LABEL_INTERVAL = 4;

/** Draws a map of which waves cover the pixels around a violation, with notes; undefined if no wave covers any. */
export function pixelMapSvg(
  lifetimes: readonly WaveLifetime[],
  place: Place,
): { readonly svg: Html; readonly notes: readonly string[] } | undefined {
  const mapped = mappedPixels(lifetimes, place, MAX_COLUMNS);
  if (mapped === undefined) return undefined;
  const { part, stateAt, legend, notes } = mapped;
  const columns = part.right - part.left + 1;
  const rows = part.bottom - part.top + 1;
  const cells = Array.from({ length: rows * columns }, (_, i) => i).flatMap((i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    return cell(LEFT + CELL * x, TOP + CELL * y, stateAt(part.left + x, part.top + y));
  });
  const size = { width: LEFT + CELL * columns + 2, height: TOP + CELL * rows + 2 };
  const svg = h(
    'svg',
    {
      ...size,
      viewBox: `0 0 ${size.width} ${size.height}`,
      class: 'pixels',
      role: 'img',
      'aria-label': `Pixels ${part.left} to ${part.right} across, ${part.top} to ${part.bottom} down, by the wave that covers them`,
    },
    axes(part),
    cells,
  );
  return { svg, notes: [...legend, ...notes] };
}

function axes({ left, top, right, bottom }: MappedPixels['part']): Html[] {
  const across = range(left, right, LABEL_INTERVAL).map((x) =>
    h('text', { class: 'tick', x: LEFT + CELL * (x - left) + 2, y: 13 }, `${x === left ? 'x ' : ''}${x}`),
  );
  const down = range(top, bottom, 2).map((y) =>
    h(
      'text',
      { class: 'tick', x: LEFT - 5, y: TOP + CELL * (y - top) + 12.5, 'text-anchor': 'end' },
      `${y === top ? 'y ' : ''}${y}`,
    ),
  );
  return [...across, ...down];
}

function range(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + step * i);
}

function cell(x: number, y: number, state: PixelState): Html[] {
  const tone = typeof state === 'number' ? `covered wave-${state % 2 === 0 ? 'a' : 'b'}` : state;
  const symbol =
    typeof state === 'number' ? letterOf(state) : { violating: '*', none: '', shared: '#' }[state];
  const attributes = {
    x: x + CELL / 2 - 0.5,
    y: y + 12.5,
    'text-anchor': 'middle',
    class: `symbol ${tone}`,
  };
  return [
    h('rect', { class: `pixel ${tone}`, x, y, width: CELL - 1, height: CELL - 1, rx: 2 }),
    ...(symbol === '' ? [] : [h('text', attributes, symbol)]),
  ];
}
