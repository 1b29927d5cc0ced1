import { Outlines } from '../../../checkers/evidence/geometry/outlines.js';
import type { Outline } from '../../../checkers/evidence/geometry/rasteriser.js';
import { scene } from './scenes.js';

/** Creates the outline of primitive `index` in a draw. Primitives are triangles unless `registers` say otherwise. */
export function createOutline(
  vertices: ArrayLike<number>,
  index: number,
  registers: Readonly<Record<string, number>> = {},
): Outline | undefined {
  const [draw] = scene({ draw: { vertices: Array.from(vertices), registers } }).draws;
  return new Outlines('gfx10.3', draw).at(index);
}
