import type { RandomStream, SceneName } from '../../transactions/index.js';
import { drawFrom } from '../chance/draw-from.js';
import type { Area, PrimitiveKind, Triangle } from './geometry.js';
import { SCENE_SHAPES, SCENES_OF_KIND } from './shapes.js';

/** VGT_PRIMITIVE_TYPE.PRIM_TYPE of what a draw may consist of. */
export const PRIMITIVE_TYPE = {
  points: 1,
  lines: 2,
  triangles: 4,
  rectangles: 17,
} as const satisfies Record<PrimitiveKind, number>;

/** The primitives of one draw, six values each, and how they meet. */
export interface DrawnPrimitives {
  readonly scene: SceneName;
  readonly primitives: readonly Triangle[];
}

/** Primitives of a kind over an area from any scene that has them; no more than `most`. */
export function drawPrimitives(
  stream: RandomStream,
  kind: PrimitiveKind,
  area: Area,
  most: number,
): DrawnPrimitives {
  const names = SCENES_OF_KIND[kind];
  const scene = names[stream.below(names.length)];
  const primitives = drawFrom(stream, SCENE_SHAPES[scene].primitives(area, most));
  return { scene, primitives: primitives.slice(0, most) };
}
