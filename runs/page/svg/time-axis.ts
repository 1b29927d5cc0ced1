import type { TimeScale } from '../../../failures/picture/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import { formatNumber } from '../../../harness/text/index.js';

/** The width of a time scale column in pixels, wide enough for a marker's symbol. */
export const COLUMN_WIDTH = 9;

/** The left margin in pixels. */
export const MARGIN = 6;

/** Returns the x coordinate of the left edge of a cycle's first column, in pixels. */
export function getCycleX(scale: TimeScale, cycle: number): number {
  return MARGIN + COLUMN_WIDTH * scale.column(cycle);
}

const HEIGHT = 34;
/** Maximum width of a digit in labels, in pixels. */
const DIGIT_WIDTH = 6.8;

/**
 * Draws the axis under a timeline, with a numbered tick for each cycle where there is room, and a break symbol wherever
 * time is elided. The violating cycle takes precedence, then the first and last, then the rest.
 */
export function drawTimeAxis(
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
