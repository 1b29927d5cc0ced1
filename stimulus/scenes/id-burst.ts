import { integer, record } from 'fast-check';
import { onePixel, pixelIn, type SceneShape, some } from './geometry.js';

/** Waves of one run at most: small id spaces (wrap 7 to 63) go round several times. */
const RUN_MAX = 64;

/** How many times longer than other draws a run over all primitives is: each primitive covers one pixel only. */
const LONGER = 4;

/** Runs of one pixel each: every primitive overlaps the one before, so that it takes a wave and an id of its own. */
export const idBurst: SceneShape = {
  kind: 'triangles',
  primitives: (area, most) =>
    some(record({ place: pixelIn(area), count: integer({ min: 1, max: RUN_MAX }) }), LONGER).map((runs) =>
      runs
        .flatMap(({ place: [x, y], count }) => Array.from({ length: count }, () => onePixel(x, y)))
        .slice(0, LONGER * most),
    ),
};
