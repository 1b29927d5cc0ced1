/** A point on the screen, in 1/256ths of a pixel. */
export type Corner = readonly [x: number, y: number];

/** A number larger than any coordinate, so that scaled values dominate unscaled ones. */
const FAR = 2n ** 40n;

/**
 * Vulkan's standard sample positions, in 1/16ths of a pixel. They are repeated here so the oracle shares no table with
 * the code under test.
 */
const SIXTEENTHS: Readonly<Record<number, readonly Corner[]>> = {
  1: [[8, 8]],
  2: [
    [12, 12],
    [4, 4],
  ],
  4: [
    [6, 2],
    [14, 6],
    [2, 10],
    [10, 14],
  ],
  8: [
    [9, 5],
    [7, 11],
    [13, 9],
    [5, 3],
    [3, 13],
    [1, 7],
    [11, 15],
    [15, 1],
  ],
  16: [
    [9, 9],
    [7, 5],
    [5, 10],
    [12, 7],
    [3, 6],
    [10, 13],
    [13, 11],
    [11, 3],
    [6, 14],
    [8, 1],
    [4, 2],
    [2, 12],
    [0, 8],
    [15, 4],
    [14, 15],
    [1, 0],
  ],
};

/**
 * Returns whether a polygon contains a point, by counting the edges that a ray crosses. The point is moved right by an
 * infinitesimal step and down by an infinitely smaller one, so it is never on an edge, and points on a left or top edge
 * count as inside.
 */
export function containsPoint(polygon: readonly Corner[], [px, py]: Corner): boolean {
  const x = BigInt(px) * FAR * FAR + FAR;
  const y = BigInt(py) * FAR * FAR + 1n;
  let crossings = 0;
  polygon.forEach((from, i) => {
    const to = polygon[(i + 1) % polygon.length];
    const [[ax, ay], [bx, by]] = [from, to].map(([u, v]) => [BigInt(u) * FAR * FAR, BigInt(v) * FAR * FAR]);
    if (ay > y === by > y) return;
    // Check whether the edge crosses the point's row to the right of the point.
    const side = (bx - ax) * (y - ay) - (x - ax) * (by - ay);
    if (by > ay ? side > 0n : side < 0n) crossings++;
  });
  return crossings % 2 === 1;
}

/** Returns a mask of the samples in a pixel that the polygon covers. */
export function computeExactMask(polygon: readonly Corner[], x: number, y: number, samples: number): number {
  return SIXTEENTHS[samples].reduce(
    (mask, [sx, sy], sample) =>
      mask | (containsPoint(polygon, [x * 256 + sx * 16, y * 256 + sy * 16]) ? 1 << sample : 0),
    0,
  );
}
