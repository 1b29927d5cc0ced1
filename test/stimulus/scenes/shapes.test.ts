import fc from 'fast-check';
import { seededBy } from '../../../stimulus/index.js';
import { PIXEL, type Triangle } from '../../../stimulus/scenes/geometry.js';
import { SCENE_SHAPES } from '../../../stimulus/scenes/shapes.js';
import { SCENE_NAMES, type SCENES } from '../../../transactions/index.js';

const AREA = { width: 32, height: 16 };
const MAX_PRIMITIVES = 24;

/** Generates small random sets of primitives for one scene. */
const drawPrimitives = (name: keyof typeof SCENES) => SCENE_SHAPES[name].primitives(AREA, MAX_PRIMITIVES);

/** Returns the pixels whose centres are strictly inside a triangle, as x + y * width. */
function listPixels([x0, y0, x1, y1, x2, y2]: Triangle): number[] {
  const side = (ax: number, ay: number, bx: number, by: number, x: number, y: number): number =>
    Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
  return Array.from({ length: AREA.width * AREA.height }, (_, pixel) => pixel).filter((pixel) => {
    const x = (pixel % AREA.width) * PIXEL + PIXEL / 2;
    const y = Math.floor(pixel / AREA.width) * PIXEL + PIXEL / 2;
    const sides = [side(x0, y0, x1, y1, x, y), side(x1, y1, x2, y2, x, y), side(x2, y2, x0, y0, x, y)];
    return sides.every((s) => s > 0) || sides.every((s) => s < 0);
  });
}

const getQuadIndex = (pixel: number): number =>
  ((pixel % AREA.width) >> 1) + (Math.floor(pixel / AREA.width) >> 1) * AREA.width;

/** Counts the quads that a triangle covers. */
const countQuads = (triangle: Triangle): number => new Set(listPixels(triangle).map(getQuadIndex)).size;

/** Returns the corners of a triangle as strings. */
const listCorners = (values: Triangle): string[] => [0, 2, 4].map((i) => `${values[i]},${values[i + 1]}`);

describe.each(SCENE_NAMES)('scene %s', (name) => {
  it('has integer coordinates in areas of any size, including odd ones and single pixels', () => {
    for (const [width, height] of [
      [1, 1],
      [3, 5],
      [8, 1],
      [15, 17],
    ]) {
      const shape = SCENE_SHAPES[name].primitives({ width, height }, MAX_PRIMITIVES);
      for (const primitives of fc.sample(shape, 20)) {
        expect(primitives.length).toBeGreaterThan(0);
        expect(primitives.flat().every(Number.isInteger)).toBe(true);
      }
    }
  });

  it('sometimes has nearly the maximum number of primitives', () => {
    const lengths = fc.sample(drawPrimitives(name), { numRuns: 200, seed: 1 }).map(({ length }) => length);
    expect(Math.max(...lengths)).toBeGreaterThan(MAX_PRIMITIVES * 0.8);
  });

  it('has at least one primitive and at most four times the requested number, with integer coordinates', () => {
    fc.assert(
      fc.property(drawPrimitives(name), (primitives) => {
        expect(primitives.length).toBeGreaterThan(0);
        expect(primitives.length).toBeLessThanOrEqual(4 * MAX_PRIMITIVES);
        expect(primitives.flat().every(Number.isInteger)).toBe(true);
        expect(primitives.every((values) => values.length === 6)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('shrinks to at most four primitives', () => {
    const failure = fc.check(
      fc.property(drawPrimitives(name), (primitives) => primitives.length < 3),
      { numRuns: 200 },
    );
    expect(failure.failed).toBe(true);
    expect(failure.counterexample![0].length).toBeLessThanOrEqual(4);
  });
});

it.each(['fan', 'strip', 'mesh'] as const)('%s: neighbours share two corners', (name) => {
  fc.assert(
    fc.property(drawPrimitives(name), (primitives) => {
      const pairs = primitives.slice(1).map((triangle, i) => {
        const previous = new Set(listCorners(primitives[i]));
        return listCorners(triangle).filter((corner) => previous.has(corner)).length;
      });
      // The second half of a cell shares an edge with the first.
      const sharing = name === 'mesh' ? pairs.filter((_, i) => i % 2 === 0) : pairs;
      expect(sharing.every((shared) => shared >= 2)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('exact-waves: every primitive covers exactly the intended number of quads', () => {
  fc.assert(
    fc.property(drawPrimitives('exact-waves'), (primitives) => {
      for (const triangle of primitives) expect([1, 7, 8, 9, 15, 16]).toContain(countQuads(triangle));
    }),
    { numRuns: 20 },
  );
});

it('returning: the first and last primitives cover the same quad, and no primitive in between overlaps it', () => {
  fc.assert(
    fc.property(drawPrimitives('returning'), (primitives) => {
      const quads = primitives.map((triangle) => [...new Set(listPixels(triangle).map(getQuadIndex))]);
      expect(quads.every(({ length }) => length === 1)).toBe(true);
      const [first] = quads[0];
      expect(quads.at(-1)).toEqual([first]);
      expect(quads.slice(1, -1).flat()).not.toContain(first);
    }),
    { numRuns: 20 },
  );
});

it('id-burst: most primitives cover the same pixel as the previous one', () => {
  fc.assert(
    fc.property(drawPrimitives('id-burst'), (primitives) => {
      const pixels = primitives.map(listPixels);
      expect(pixels.every(({ length }) => length === 1)).toBe(true);
      const changes = pixels.filter(([pixel], i) => i > 0 && pixels[i - 1][0] !== pixel);
      expect(changes.length).toBeLessThan(4);
    }),
    { numRuns: 20 },
  );
});

it('hot-pixels: every primitive covers three pixels of one quad, and overlaps the previous one', () => {
  fc.assert(
    fc.property(drawPrimitives('hot-pixels'), (primitives) => {
      const pixels = primitives.map(listPixels);
      expect(pixels.every(({ length }) => length === 3)).toBe(true);
      expect(new Set(pixels.flat().map(getQuadIndex)).size).toBe(1);
      for (const [i, covered] of pixels.slice(1).entries())
        expect(covered.some((pixel) => pixels[i].includes(pixel))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('repeated: nearly every scene covers at least one pixel repeatedly', () => {
  const scenes = fc.sample(drawPrimitives('repeated'), { numRuns: 200, ...seededBy('0x1'), unbiased: true });
  const empty = scenes.filter(([triangle]) => listPixels(triangle).length === 0);
  expect(empty.length).toBeLessThan(scenes.length / 20);
});

it('checkerboard: nearly every triangle covers a pixel of the area', () => {
  const triangles = fc.sample(drawPrimitives('checkerboard'), { numRuns: 200, seed: 1 }).flat();
  const outside = triangles.filter((triangle) => listPixels(triangle).length === 0);
  expect(outside.length).toBeLessThan(triangles.length / 10);
});

it('nested: each triangle is inside the previous one, or each is inside the next', () => {
  fc.assert(
    fc.property(drawPrimitives('nested'), (primitives) => {
      const sizes = primitives.map(([x0, , x1]) => x1 - x0);
      const inwards = sizes.every((size, i) => i === 0 || size < sizes[i - 1]);
      const outwards = sizes.every((size, i) => i === 0 || size > sizes[i - 1]);
      expect(inwards || outwards).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('edge-samples: two triangles share an edge through a sample position or a pixel centre', () => {
  fc.assert(
    fc.property(drawPrimitives('edge-samples'), (primitives) => {
      for (let pair = 0; pair < primitives.length; pair += 2) {
        const previous = new Set(listCorners(primitives[pair]));
        const shared = listCorners(primitives[pair + 1]).filter((corner) => previous.has(corner));
        expect(shared).toHaveLength(2);
        // The edge is axis-aligned or at 45 degrees and on the sample grid, so it passes from grid point to grid point.
        const [[ax, ay], [bx, by]] = shared.map((corner) => corner.split(',').map(Number));
        expect(ax % 16 === 0 && ay % 16 === 0).toBe(true);
        const [across, down] = [Math.abs(bx - ax), Math.abs(by - ay)];
        expect(across === 0 || down === 0 || across === down).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});
