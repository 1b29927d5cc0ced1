import type { Draw } from '../../transactions/index.js';
import type { PixelRect } from './rasterise.js';

/** Scissor register names, minus the `_TL`/`_BR` suffix. Only the intersection of the rectangles is visible. */
const SCISSORS = ['PA_SC_SCREEN_SCISSOR', 'PA_SC_GENERIC_SCISSOR', 'PA_SC_VPORT_SCISSOR_0'] as const;

/** A coordinate field: x is in bits [14:0] and y in [30:16]. */
const COORDINATE_MASK = 0x7fff;

/** Returns the pixels that a draw can cover: its render area clipped to its scissors. */
export function getScissor({ width, height, registers }: Draw): PixelRect {
  let [left, top, right, bottom] = [0, 0, width, height];
  for (const name of SCISSORS) {
    const topLeft = registers[`${name}_TL`];
    const bottomRight = registers[`${name}_BR`];
    if (topLeft !== undefined) {
      left = Math.max(left, topLeft & COORDINATE_MASK);
      top = Math.max(top, (topLeft >>> 16) & COORDINATE_MASK);
    }
    if (bottomRight !== undefined) {
      right = Math.min(right, bottomRight & COORDINATE_MASK);
      bottom = Math.min(bottom, (bottomRight >>> 16) & COORDINATE_MASK);
    }
  }
  return { left, top, right, bottom };
}
