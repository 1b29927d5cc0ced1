import { integer, record } from 'fast-check';
import { onePixel, pixelIn, type SceneShape, some } from './geometry.js';

/** Maximum number of waves per run: small id spaces (wrap 7 to 63) wrap several times. */
const RUN_MAX = 64;

/** Factor by which these draws are longer than others, and maximum number of runs: each primitive covers only one pixel. */
const LONGER = 4;

/** Runs of one pixel each: every primitive overlaps the previous, so it takes a separate wave and id. */
export const idBurst: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) =>
    some(record({ place: pixelIn(area), count: integer({ min: 1, max: RUN_MAX }) }), LONGER).map((runs) =>
      runs
        .flatMap(({ place: [x, y], count }) => Array.from({ length: count }, () => onePixel(x, y)))
        .slice(0, LONGER * limit),
    ),
};
