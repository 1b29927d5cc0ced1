import { findMax, findMin } from '../../../arch/index.js';
import type { Draw } from '../../../transactions/index.js';

/** The pixels with `left <= x < right` and `top <= y < bottom`. */
export interface PixelRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The scissors, by register name prefix. A pixel must pass every scissor that the draw sets. */
const SCISSORS = ['SCREEN_SCISSOR', 'GENERIC_SCISSOR', 'VPORT_SCISSOR_0'] as const;

/** In a corner register, X is in [14:0] and Y in [30:16]. */
const COORDINATE_BITS = 0x7fff;
const Y_SHIFT = 16;

/**
 * Returns the part of the render area that is inside all of a draw's scissors. The `PA_SC_*_TL` registers are
 * inclusive and the `_BR` registers exclusive.
 */
export function computeScissoredRect({ width, height, registers }: Draw): PixelRect {
  const corners = (suffix: string): number[] =>
    SCISSORS.flatMap((name) => registers[`PA_SC_${name}_${suffix}`] ?? []);
  const x = (corner: number): number => corner & COORDINATE_BITS;
  const y = (corner: number): number => (corner >>> Y_SHIFT) & COORDINATE_BITS;
  return {
    left: findMax(corners('TL').map(x), 0),
    top: findMax(corners('TL').map(y), 0),
    right: findMin(corners('BR').map(x), width),
    bottom: findMin(corners('BR').map(y), height),
  };
}

/** Whether pixel (x, y) is in a rectangle. */
export function isInRect({ left, top, right, bottom }: PixelRect, x: number, y: number): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}
