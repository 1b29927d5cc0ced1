import { type Arbitrary, integer, tuple } from 'fast-check';
import { type Area, PIXEL, type SceneShape, some, type Triangle } from './geometry.js';

/** Vertices lie within the area and one more on each side of it. */
export const large: SceneShape = {
  kind: 'triangles',
  primitives: (area, most) => some(largeTriangle(area), most),
};

/** One triangle of the scene. */
export function largeTriangle({ width, height }: Area): Arbitrary<Triangle> {
  const along = (pixels: number): Arbitrary<number> =>
    integer({ min: -pixels * PIXEL, max: 2 * pixels * PIXEL - 1 });
  const [x, y] = [along(width), along(height)];
  return tuple(x, y, x, y, x, y);
}
