import { integer, tuple } from 'fast-check';
import { arrayUpTo, PIXEL, pixelIn, QUAD, type SceneShape } from './geometry.js';

/**
 * The length of a leg: slightly longer than the quad's edge. Otherwise, two pixel centres would be on the hypotenuse,
 * and the triangle would cover neither (top-left rule).
 */
const LEG = QUAD * PIXEL + 1;

/**
 * Draws triangles that each cover all but one pixel of the same quad. Any two of them overlap, so each needs a separate
 * wave, and ids advance quickly.
 */
export const hotPixels: SceneShape = {
  kind: 'triangles',
  primitives: (area, limit) => {
    const side = integer({ min: 0, max: 1 });
    return tuple(pixelIn(area), arrayUpTo(tuple(side, side), limit)).map(([[px, py], corners]) =>
      corners.map(([right, bottom]) => {
        const x = (px - (px % QUAD) + QUAD * right) * PIXEL;
        const y = (py - (py % QUAD) + QUAD * bottom) * PIXEL;
        return [x, y, right === 0 ? x + LEG : x - LEG, y, x, bottom === 0 ? y + LEG : y - LEG];
      }),
    );
  },
};
