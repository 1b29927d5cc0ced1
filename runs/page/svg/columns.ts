import type { TimeScale } from '../../../failures/picture/index.js';

/** The width of a time scale column in pixels, wide enough for a marker's symbol. */
export const COLUMN_WIDTH = 9;

/** The left margin in pixels. */
export const MARGIN = 6;

/** Returns the x coordinate of the left edge of a cycle's first column, in pixels. */
export function getCycleX(scale: TimeScale, cycle: number): number {
  return MARGIN + COLUMN_WIDTH * scale.column(cycle);
}
