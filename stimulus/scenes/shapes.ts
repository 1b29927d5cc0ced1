import { groupBy } from '../../arch/index.js';
import type { SceneName } from '../../transactions/index.js';
import type { PrimitiveKind, SceneShape } from './geometry.js';
import { fan, large, lines, mesh, points, rectangles, slivers, small, strip } from './outlines.js';
import {
  checkerboard,
  edgeSamples,
  exactWaves,
  hotPixels,
  idBurst,
  nested,
  repeated,
  returning,
  stack,
} from './overlaps.js';

/** All scene shapes, by name. Each has a file in this folder and a row in `SCENES`. */
export const SCENE_SHAPES: Readonly<Record<SceneName, SceneShape>> = {
  stack,
  large,
  small,
  fan,
  strip,
  mesh,
  nested,
  checkerboard,
  slivers,
  repeated,
  'hot-pixels': hotPixels,
  'id-burst': idBurst,
  returning,
  'exact-waves': exactWaves,
  'edge-samples': edgeSamples,
  points,
  lines,
  rectangles,
};

const NAMES = Object.keys(SCENE_SHAPES) as SceneName[];

/** The names of scene shapes, by primitive type. */
export const SCENES_BY_KIND: ReadonlyMap<PrimitiveKind, readonly SceneName[]> = groupBy(
  NAMES,
  (name) => SCENE_SHAPES[name].kind,
);
