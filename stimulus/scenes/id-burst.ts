import { integer, record } from 'fast-check';
import { arrayUpTo, createPixelTriangle, pixelIn, type SceneShape } from './geometry.js';

/**
 * The maximum number of waves per run. This is enough to wrap small id spaces (wrap 7 to 63), in some cases several
 * times.
 */
const MAX_RUN = 64;

/**
 * How many times more primitives these draws have than others, because each primitive covers only one pixel. Also the
 * maximum number of runs.
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
