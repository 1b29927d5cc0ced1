import { integer } from 'fast-check';
import { PIXEL, type SceneShape, splitRectangle } from './geometry.js';

/** Alternately draws the two halves of the area, so every second triangle covers the same pixels. */
export const stack: SceneShape = {
  kind: 'triangles',
  primitives: ({ width, height }, limit) =>
    integer({ min: 1, max: limit }).map((count) => {
      const halves = splitRectangle(0, 0, width * PIXEL, height * PIXEL);
      return Array.from({ length: count }, (_, i) => halves[i % 2]);
    }),
};
