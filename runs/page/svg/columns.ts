import type { TimeScale } from '../../../failures/picture/index.js';

/** Width in pixels of a time scale column, enough for a mark's symbol. */
export const COLUMN_WIDTH = 9;

/** Left margin. */
export const MARGIN = 6;

/** Left edge of a cycle's first column. */
export function left(scale: TimeScale, cycle: number): number {
  return MARGIN + COLUMN_WIDTH * scale.column(cycle);
}
