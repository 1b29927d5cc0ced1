import type { FieldValues } from '../driver/draw-intent.js';
import { PIXEL, splitRectangle, type Triangle } from '../scenes/geometry.js';
import { PRIMITIVE_TYPE } from '../scenes/scene.js';

/** A pixel-aligned rectangle, drawn as one primitive that covers all samples of its pixels. */
export type Block = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** The field that turns a draw's primitives into rectangles. */
export const RECTANGLE_LIST: FieldValues = { 'VGT_PRIMITIVE_TYPE.PRIM_TYPE': PRIMITIVE_TYPE.rectangles };

/** Returns a block that covers one pixel. */
export function createPixelBlock(x: number, y: number): Block {
  return { x, y, width: 1, height: 1 };
}

/**
 * Returns the block for quad `quad` in an area of `size` by `size` pixels. Quads are numbered row by row, and numbers
 * past the last quad wrap around.
 */
export function createQuadBlock(quad: number, size: number): Block {
  const perRow = size / 2;
  const index = quad % (perRow * perRow);
  return { x: 2 * (index % perRow), y: 2 * Math.floor(index / perRow), width: 2, height: 2 };
}

/** Returns a block that covers the whole area. */
export function createFullBlock(size: number): Block {
  return { x: 0, y: 0, width: size, height: size };
}

/** Returns the three corners of the block that a rectangle list requires. */
export function getBlockVertices({ x, y, width, height }: Block): Triangle {
  const [left, top] = [x * PIXEL, y * PIXEL];
  const [right, bottom] = [left + width * PIXEL, top + height * PIXEL];
  return [left, top, right, top, left, bottom];
}

/** A block whose section can be delayed. */
export interface FoldBlock extends Block {
  /** The number of loop iterations, of several clocks each. */
  readonly rounds?: number;
  /** The number of 512-clock sleeps. */
  readonly sleeps?: number;
}

/** Calls `visit` for each pixel of a block, row by row. */
export function forEachPixel({ x, y, width, height }: Block, visit: (x: number, y: number) => void): void {
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) visit(column, row);
}

/** Returns strips of two triangles that share a diagonal. Each strip covers the whole area. */
export function createStrips(size: number, layers: number): Triangle[] {
  return Array.from({ length: layers }, () => splitRectangle(0, 0, size * PIXEL, size * PIXEL)).flat();
}
