import { boolean, integer, record } from 'fast-check';
import { createTriangle, PIXEL, type SceneShape, type Vertex } from './geometry.js';

/** The step along the strip, in 1/256ths of a pixel: from less than a quad to several quads. */
const STEP = { min: PIXEL / 2, max: 6 * PIXEL };

/** Draws a triangle strip along x or y. It turns back at the border, so it overlaps itself if it is long enough. */
export const strip: SceneShape = {
  kind: 'triangles',
  primitives: ({ width, height }, limit) =>
    record({
      count: integer({ min: 1, max: limit }),
      step: integer(STEP),
      from: integer({ min: 0, max: Math.min(width, height) * PIXEL }),
      breadth: integer({ min: PIXEL, max: 8 * PIXEL }),
      down: boolean(),
    }).map(({ count, step, from, breadth, down }) => {
      const length = (down ? height : width) * PIXEL;
      const vertex = (i: number): Vertex => {
        const position = bounce(i * step, length);
        const offset = from + (i % 2) * breadth;
        return down ? [offset, position] : [position, offset];
      };
      return Array.from({ length: count }, (_, i) => createTriangle(vertex(i), vertex(i + 1), vertex(i + 2)));
    }),
};

/** Returns the position between 0 and `length` after travelling a distance, turning back at each end. */
function bounce(distance: number, length: number): number {
  const position = distance % (2 * length);
  return position <= length ? position : 2 * length - position;
}
