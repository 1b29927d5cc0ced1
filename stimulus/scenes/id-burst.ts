import { integer, record } from 'fast-check';
import { onePixel, pixelIn, type SceneShape, some } from './geometry.js';

/** The maximum number of waves per run, with which small id spaces (wrap 7 to 63) wrap several times. */
const RUN_MAX = 64;

/**
 * Factor by which these draws are longer than others, since each primitive covers only one pixel; also the maximum number of
 * runs.
 */
const LONGER = 4;

/** Draws runs on one pixel each. Every primitive overlaps the previous one, so it needs a separate wave and id. */
export const idBurst: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) =>
    some(record({ pixel: pixelIn(area), count: integer({ min: 1, max: RUN_MAX }) }), LONGER).map((runs) =>
      runs
        .flatMap(({ pixel: [x, y], count }) => Array.from({ length: count }, () => onePixel(x, y)))
        .slice(0, LONGER * limit),
    ),
};
