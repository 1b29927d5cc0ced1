import type { Canvas } from './canvas.js';
import type { Glyphs } from './glyphs.js';
import type { TimeScale } from './time-scale.js';

/**
 * Draws two rows under a timeline: the axis, with a tick at each labelled cycle and a symbol wherever time is elided,
 * and the cycle numbers. Labels the violating cycle first, then the first and last cycles, then any others that fit.
 */
export function drawAxis(
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
