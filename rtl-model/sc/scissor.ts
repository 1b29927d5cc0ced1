import type { Draw } from '../../transactions/index.js';
import type { PixelRect } from './rasterise.js';

/** Registers of the scissor rectangles, whose intersection is visible, without `_TL` and `_BR`. */
const SCISSORS = ['PA_SC_SCREEN_SCISSOR', 'PA_SC_GENERIC_SCISSOR', 'PA_SC_VPORT_SCISSOR_0'] as const;

/** X in [14:0] and Y in [30:16]. */
const COORDINATE = 0x7fff;

/** Coverable pixels of a draw: its render area within its scissors. */
export function scissorOf({ width, height, registers }: Draw): PixelRect {
  let [left, top, right, bottom] = [0, 0, width, height];
  for (const name of SCISSORS) {
    const topLeft = registers[`${name}_TL`];
    const bottomRight = registers[`${name}_BR`];
    if (topLeft !== undefined) {
      left = Math.max(left, topLeft & COORDINATE);
      top = Math.max(top, (topLeft >>> 16) & COORDINATE);
    }
    if (bottomRight !== undefined) {
      right = Math.min(right, bottomRight & COORDINATE);
      bottom = Math.min(bottom, (bottomRight >>> 16) & COORDINATE);
    }
  }
  return { left, top, right, bottom };
}
