import { boolean, constantFrom, record, tuple } from 'fast-check';
import { arrayUpTo, type SceneShape, type Triangle } from './geometry.js';
import { gridVertex } from './grid-vertex.js';

/** A line's direction: usually arbitrary, sometimes along an axis, sometimes none (zero length). */
const DIRECTIONS = ['any', 'any', 'any', 'any', 'any', 'down', 'across', 'none'] as const;

/** Draws lines. Half of them start where the previous one ended, some run along an axis, and some have zero length. */
export const lines: SceneShape = {
  kind: 'lines',
  primitives: (area, limit) =>
    tuple(
      gridVertex(area),
      arrayUpTo(
        record({
          from: gridVertex(area),
          to: gridVertex(area),
          direction: constantFrom(...DIRECTIONS),
          continues: boolean(),
        }),
        limit,
      ),
    ).map(([first, segments]) => {
      let end = first;
      return segments.map(({ from, to, direction, continues }): Triangle => {
        const [x0, y0] = continues ? end : from;
        const x1 = direction === 'down' || direction === 'none' ? x0 : to[0];
        const y1 = direction === 'across' || direction === 'none' ? y0 : to[1];
        end = [x1, y1];
        return [x0, y0, x1, y1, x1, y1];
      });
    }),
};
