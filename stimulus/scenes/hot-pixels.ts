import { integer, tuple } from 'fast-check';
import { PIXEL, pixelIn, type SceneShape, some } from './geometry.js';

/** Triangles of three pixels, each at one of four places a pixel apart: ids run fast. */
export const hotPixels: SceneShape = {
  kind: 'triangles',
  primitives: (area, most) => {
    const aside = integer({ min: 0, max: 1 });
    return tuple(pixelIn(area), some(tuple(aside, aside), most)).map(([[x, y], places]) =>
      places.map(([dx, dy]) => {
        const [left, top] = [(x + dx) * PIXEL, (y + dy) * PIXEL];
        return [left, top, left + 2 * PIXEL, top, left, top + 2 * PIXEL];
      }),
    );
  },
};
