import { integer, record } from 'fast-check';
import { arrayUpTo, createPixelTriangle, pixelIn, type SceneShape } from './geometry.js';

/**
 * The maximum number of waves per run. This is enough to wrap small id spaces (those that wrap at 7 to 63), sometimes
 * more than once.
 */
const MAX_RUN = 64;

/**
 * These draws may have this many times more primitives than others, since each one covers only a single pixel. This is
 * also the maximum number of runs.
 */
const LENGTH_FACTOR = 4;

/**
 * Draws runs of primitives. All primitives of a run cover the same pixel and thus overlap, so each needs a separate
 * wave and id.
 */
export const idBurst: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) =>
    arrayUpTo(record({ pixel: pixelIn(area), count: integer({ min: 1, max: MAX_RUN }) }), LENGTH_FACTOR).map(
      (runs) =>
        runs
          .flatMap(({ pixel: [x, y], count }) =>
            Array.from({ length: count }, () => createPixelTriangle(x, y)),
          )
          .slice(0, LENGTH_FACTOR * limit),
    ),
};
