import { Outlines } from '../../../checkers/evidence/geometry/outlines.js';
import type { Outline } from '../../../checkers/evidence/geometry/rasteriser.js';
import { scene } from './scenes.js';

/** Returns the outline of a primitive in a draw. By default, primitives are triangles. */
export function createOutline(
  vertices: ArrayLike<number>,
  index: number,
  registers: Readonly<Record<string, number>> = {},
): Outline | undefined {
  const [draw] = scene({ draw: { vertices: Array.from(vertices), registers } }).draws;
  return new Outlines('gfx10.3', draw).at(index);
}
