import type { TimeScale } from '../../../failures/picture/index.js';

/** The width of a column of the time scale in pixels, which is enough for a mark's symbol. */
export const COLUMN_WIDTH = 9;

/** The left margin in pixels. */
export const MARGIN = 6;

/** The left edge of a cycle's first column. */
export function left(scale: TimeScale, cycle: number): number {
  return MARGIN + COLUMN_WIDTH * scale.column(cycle);
}
