import type { TimeScale } from '../../../failures/picture/index.js';

/** A column of the time scale in pixels, wide enough for the sign of a mark. */
export const COLUMN = 9;

/** Left of the first column. */
export const MARGIN = 6;

/** Left edge of a cycle's first column. */
export function left(scale: TimeScale, cycle: number): number {
  return MARGIN + COLUMN * scale.column(cycle);
}
