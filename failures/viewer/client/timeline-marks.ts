import type { DrawContext } from './wave-drawing.js';

/** The height of the axis in pixels. */
export const AXIS_HEIGHT = 22;
/** The minimum distance between labelled ticks, in pixels. */
const TICK_WIDTH = 90;

/** Draws the cycle axis above the rows. */
export function drawAxis({ context: c, span: { first, last }, left, right, x, colour }: DrawContext): void {
  c.fillStyle = colour('--background');
  c.fillRect(0, 0, right, AXIS_HEIGHT);
  const step = findNiceStep(((last - first) / Math.max(1, right - left)) * TICK_WIDTH);
  c.fillStyle = colour('--muted');
  for (let cycle = Math.ceil(first / step) * step; cycle <= last; cycle += step) {
    c.fillRect(x(cycle), AXIS_HEIGHT - 5, 1, 5);
    c.fillText(cycle.toLocaleString('en-US'), x(cycle) + 3, AXIS_HEIGHT / 2);
  }
  c.fillText('cycle', 4, AXIS_HEIGHT / 2);
}

/** The cycles marked across all rows. */
export interface Marks {
  readonly selected: number;
  readonly violation: number | undefined;
  /** The first difference between two runs. */
  readonly difference: number | undefined;
}

/** Draws the vertical marker lines across all rows. */
export function drawMarks(
  pen: DrawContext,
  { selected, violation, difference }: Marks,
  height: number,
): void {
  if (difference !== undefined) dimIdenticalRange(pen, difference, height);
  if (violation !== undefined) drawLine(pen, violation, '--cursor', height, [4, 3]);
  drawLine(pen, selected, '--select', height, []);
}

/** Dims everything before the first difference, where the two runs are identical. */
function dimIdenticalRange(pen: DrawContext, until: number, height: number): void {
  const { context: c, left, right, x, colour } = pen;
  const to = Math.min(right, Math.max(left, x(until)));
  c.fillStyle = colour('--background');
  c.globalAlpha = 0.45;
  c.fillRect(left, AXIS_HEIGHT, to - left, height);
  c.globalAlpha = 1;
  drawLine(pen, until, '--open', height, [2, 2]);
}

function drawLine(pen: DrawContext, cycle: number, colour: string, height: number, dashes: number[]): void {
  const x = pen.x(cycle);
  if (x < pen.left) return;
  const c = pen.context;
  c.strokeStyle = pen.colour(colour);
  c.lineWidth = 1.5;
  c.setLineDash(dashes);
  c.beginPath();
  c.moveTo(x, 0);
  c.lineTo(x, height);
  c.stroke();
  c.setLineDash([]);
}

/** Returns the smallest of 1, 2, 5, 10, 20 … that is at least `minimum`. */
function findNiceStep(minimum: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, minimum))));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= minimum) ?? 10 * power;
}
