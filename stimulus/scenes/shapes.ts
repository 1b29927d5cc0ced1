import type { SceneName } from '../../transactions/index.js';
import { checkerboard } from './checkerboard.js';
import { edgeSamples } from './edge-samples.js';
import { exactWaves } from './exact-waves.js';
import { fan } from './fan.js';
import type { PrimitiveKind, SceneShape } from './geometry.js';
import { hotPixels } from './hot-pixels.js';
import { idBurst } from './id-burst.js';
import { large } from './large.js';
import { lines } from './lines.js';
import { mesh } from './mesh.js';
import { nested } from './nested.js';
import { points } from './points.js';
import { rectangles } from './rectangles.js';
import { repeated } from './repeated.js';
import { returning } from './returning.js';
import { slivers } from './slivers.js';
import { small } from './small.js';
import { stack } from './stack.js';
import { strip } from './strip.js';

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

const entries = Object.entries(SCENE_SHAPES) as [SceneName, SceneShape][];

/** The names of scene shapes, by primitive type. */
export const SCENES_BY_KIND: Readonly<Record<PrimitiveKind, readonly SceneName[]>> = {
  points: listNames('points'),
  lines: listNames('lines'),
  triangles: listNames('triangles'),
  rectangles: listNames('rectangles'),
};

function listNames(kind: PrimitiveKind): readonly SceneName[] {
  return entries.filter(([, shape]) => shape.kind === kind).map(([name]) => name);
}
