import type { RandomStream } from '../../transactions/index.js';
import { TRIANGLE_SOURCES, type Triangle, type TriangleSource } from './triangles.js';

/** Units of a coordinate in a pixel. */
const PIXEL = 256;

/** VGT_PRIMITIVE_TYPE.PRIM_TYPE of what a draw may consist of. */
export const PRIMITIVE_TYPE = { points: 1, lines: 2, triangles: 4, rectangles: 17 } as const;

/** What the primitives of a draw are. */
export type PrimitiveKind = keyof typeof PRIMITIVE_TYPE;

/** A coordinate: on a pixel's edge or centre as often as anywhere, and a little outside of the area at times. */
function coordinate(stream: RandomStream, pixels: number): number {
  const anywhere = stream.below((pixels + 4) * PIXEL) - 2 * PIXEL;
  const step = [1, PIXEL / 2, PIXEL][stream.below(3)];
  return Math.floor(anywhere / step) * step;
}

/** Rectangles that lack one corner, which may be any of the four. */
const rectangles: TriangleSource = (stream, width, height, count) =>
  Array.from({ length: count }, (): Triangle => {
    const [x0, x1] = [coordinate(stream, width), coordinate(stream, width)];
    const [y0, y1] = [coordinate(stream, height), coordinate(stream, height)];
    return [x0, y0, x1, y0, x0, y1];
  });

/** Points, half of them where the one before was. */
const points: TriangleSource = (stream, width, height, count) => {
  let [x, y] = [coordinate(stream, width), coordinate(stream, height)];
  return Array.from({ length: count }, (): Triangle => {
    if (stream.below(2) === 0) [x, y] = [coordinate(stream, width), coordinate(stream, height)];
    return [x, y, x, y, x, y];
  });
};

/** Lines, half of which begin where the one before ended; some along an axis, some without length. */
const lines: TriangleSource = (stream, width, height, count) => {
  let [x0, y0] = [coordinate(stream, width), coordinate(stream, height)];
  return Array.from({ length: count }, (): Triangle => {
    const direction = stream.below(8);
    const x1 = direction === 0 || direction === 2 ? x0 : coordinate(stream, width);
    const y1 = direction === 1 || direction === 2 ? y0 : coordinate(stream, height);
    const line: Triangle = [x0, y0, x1, y1, x1, y1];
    const goesOn = stream.below(2) === 0;
    x0 = goesOn ? x1 : coordinate(stream, width);
    y0 = goesOn ? y1 : coordinate(stream, height);
    return line;
  });
};

const triangles: TriangleSource = (stream, width, height, count) => {
  const names = Object.keys(TRIANGLE_SOURCES) as (keyof typeof TRIANGLE_SOURCES)[];
  return TRIANGLE_SOURCES[names[stream.below(names.length)]](stream, width, height, count);
};

/** Vertices of random primitives of each kind over a render area, six values each. */
export const PRIMITIVE_SOURCES: Readonly<Record<PrimitiveKind, TriangleSource>> = {
  points,
  lines,
  triangles,
  rectangles,
};
