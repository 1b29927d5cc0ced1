import type { Draw } from '../../transactions/index.js';
import type { PixelRect } from './rasterise.js';

/** The registers of the scissor rectangles, without `_TL` and `_BR`. Only the rectangles' intersection is visible. */
const SCISSORS = ['PA_SC_SCREEN_SCISSOR', 'PA_SC_GENERIC_SCISSOR', 'PA_SC_VPORT_SCISSOR_0'] as const;

/** A coordinate field: x is in bits [14:0] and y in [30:16]. */
const COORDINATE = 0x7fff;

/** The pixels that a draw can cover: the part of its render area that is inside its scissors. */
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
