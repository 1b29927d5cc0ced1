import { boolean, integer, record } from 'fast-check';
import { PIXEL, type SceneShape, triangle, type Vertex } from './geometry.js';

/** Steps along the band in 1/256 pixel: less than a quad, and several. */
const STEP = { min: PIXEL / 2, max: 6 * PIXEL };

/** A band along x or y that turns back at the border, so it overlaps itself once long enough. */
export const strip: SceneShape = {
  kind: 'triangles',
  primitives: ({ width, height }, limit) =>
    record({
      count: integer({ min: 1, max: limit }),
      step: integer(STEP),
      from: integer({ min: 0, max: Math.min(width, height) * PIXEL }),
      across: integer({ min: PIXEL, max: 8 * PIXEL }),
      down: boolean(),
    }).map(({ count, step, from, across, down }) => {
      const length = (down ? height : width) * PIXEL;
      const vertex = (i: number): Vertex => {
        const along = bounce(i * step, length);
        const aside = from + (i % 2) * across;
        return down ? [aside, along] : [along, aside];
      };
      return Array.from({ length: count }, (_, i) => triangle(vertex(i), vertex(i + 1), vertex(i + 2)));
    }),
};

/** Position between 0 and `length` after travelling this distance, turning back at each end. */
function bounce(travelled: number, length: number): number {
  const at = travelled % (2 * length);
  return at <= length ? at : 2 * length - at;
}
