import type { RandomStream } from '../../transactions/index.js';

/** Units of a coordinate in a pixel. */
const PIXEL = 256;

/** Six coordinates of one triangle in 1/256 pixel. */
export type Triangle = readonly [number, number, number, number, number, number];

/** A generator of triangles over a render area of width by height pixels. */
export type TriangleSource = (
  stream: RandomStream,
  width: number,
  height: number,
  count: number,
) => Triangle[];

const coordinate = (stream: RandomStream, pixels: number): number => stream.below(pixels * PIXEL + 1);

/** Both halves of the whole area, layer over layer: every pixel of one half overlaps in every other triangle. */
export const fullscreenStack: TriangleSource = (_stream, width, height, count) => {
  const [w, h] = [width * PIXEL, height * PIXEL];
  return Array.from(
    { length: count },
    (_, i): Triangle => (i % 2 === 0 ? [0, 0, w, 0, 0, h] : [w, 0, w, h, 0, h]),
  );
};

/** Large random triangles, partly outside of the area. */
export const randomLarge: TriangleSource = (stream, width, height, count) =>
  Array.from({ length: count }, (): Triangle => {
    const x = (): number => stream.below(3 * width * PIXEL) - width * PIXEL;
    const y = (): number => stream.below(3 * height * PIXEL) - height * PIXEL;
    return [x(), y(), x(), y(), x(), y()];
  });

/** Triangles of a few pixels, near one another so that they meet. */
export const randomSmall: TriangleSource = (stream, width, height, count) => {
  const [cx, cy] = [coordinate(stream, width), coordinate(stream, height)];
  return Array.from({ length: count }, (): Triangle => {
    const near = (centre: number): number => centre + stream.below(12 * PIXEL) - 6 * PIXEL;
    return [near(cx), near(cy), near(cx), near(cy), near(cx), near(cy)];
  });
};

/** A fan around one point: neighbours share an edge exactly. */
export const fan: TriangleSource = (stream, width, height, count) => {
  const [cx, cy] = [coordinate(stream, width), coordinate(stream, height)];
  const rim = Array.from({ length: count + 1 }, () => [
    coordinate(stream, width),
    coordinate(stream, height),
  ]);
  return Array.from(
    { length: count },
    (_, i): Triangle => [cx, cy, rim[i][0], rim[i][1], rim[i + 1][0], rim[i + 1][1]],
  );
};

/** Triangles thinner than a pixel across the area. */
export const slivers: TriangleSource = (stream, width, height, count) =>
  Array.from({ length: count }, (): Triangle => {
    const [x0, y0] = [coordinate(stream, width), coordinate(stream, height)];
    const [x1, y1] = [coordinate(stream, width), coordinate(stream, height)];
    return [x0, y0, x1, y1, x1 + stream.below(PIXEL), y1 + stream.below(PIXEL)];
  });

/** The same triangle again and again. */
export const repeated: TriangleSource = (stream, width, height, count) => {
  const [one] = randomLarge(stream, width, height, 1);
  return Array.from({ length: count }, () => one);
};

/** Single pixels at one place, so that each is a wave of its own and ids run fast. */
export const hotPixels: TriangleSource = (stream, width, height, count) => {
  const [x, y] = [stream.below(width) * PIXEL, stream.below(height) * PIXEL];
  return Array.from({ length: count }, (): Triangle => {
    const [dx, dy] = [x + stream.below(2) * PIXEL, y + stream.below(2) * PIXEL];
    return [dx, dy, dx + 2 * PIXEL, dy, dx, dy + 2 * PIXEL];
  });
};

/** All sources by name. */
export const TRIANGLE_SOURCES = {
  fullscreenStack,
  randomLarge,
  randomSmall,
  fan,
  slivers,
  repeated,
  hotPixels,
} as const satisfies Record<string, TriangleSource>;
