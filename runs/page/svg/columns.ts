import type { TimeScale } from '../../../failures/picture/index.js';

/** The width of a time scale column in pixels; a marker's symbol fits in it. */
export const COLUMN_WIDTH = 9;

/** The left margin in pixels. */
export const MARGIN = 6;

/** The x coordinate of the left edge of a cycle's first column, in pixels. */
export function getCycleX(scale: TimeScale, cycle: number): number {
  return MARGIN + COLUMN_WIDTH * scale.column(cycle);
}
