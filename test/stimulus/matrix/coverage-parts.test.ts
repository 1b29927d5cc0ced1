import fc from 'fast-check';
import type { SampleCount } from '../../../arch/index.js';
import { SAMPLE_POSITIONS } from '../../../arch/index.js';
import { computeCoverageMask, orientClockwise } from '../../../checkers/evidence/geometry/rasteriser.js';
import { listMatrixTests } from '../../../stimulus/index.js';
import { isCovered } from '../../../stimulus/matrix/coverage-parts.js';
import { PIXEL, type Triangle } from '../../../stimulus/scenes/geometry.js';
import { drawScenario } from '../../support/drawn-scenario.js';

const EDGE = 4;

/** Random coordinates, many of them at pixel corners, pixel centres or sample positions. */
const coordinate = fc
  .tuple(fc.integer({ min: -PIXEL, max: (EDGE + 1) * PIXEL }), fc.constantFrom(1, 16, 128, 256))
  .map(([value, step]) => value - (value % step));
const corner = fc.tuple(coordinate, coordinate);
const triangles = fc.tuple(corner, corner, corner);
const counts = fc.constantFrom<SampleCount>(1, 2, 4, 8);

it('a triangle covers exactly the samples that the reference rasteriser computes, including on edges and corners', () => {
  fc.assert(
    fc.property(triangles, counts, (corners, samples) => {
      const outline = orientClockwise(corners);
      for (let pixel = 0; pixel < EDGE * EDGE; pixel++) {
        const [x, y] = [pixel % EDGE, Math.floor(pixel / EDGE)];
        const expected = outline === undefined ? 0 : computeCoverageMask(outline, x, y, samples);
        const observed = SAMPLE_POSITIONS[samples].reduce((all, [dx, dy], sample) => {
          const inside = isCovered(
            corners.flat() as unknown as Triangle,
            x * PIXEL + dx * 16,
            y * PIXEL + dy * 16,
          );
          return inside ? all | (1 << sample) : all;
        }, 0);
        expect(observed).toBe(expected);
      }
    }),
    { numRuns: 500 },
  );
});

it('each pixel row of the widest areas fits in a row of memory', () => {
  const names = listMatrixTests()
    .map(({ sequence }) => sequence)
    .filter((name) => /^(X02|X08|H37-sample8)-.*-vega10$/.test(name));
  expect(names.length).toBeGreaterThan(6);
  for (const name of names) {
    const { draws, ordered } = drawScenario(name, '0x1');
    const { layout } = ordered[0]!;
    if (layout.kind === 'pixel-rows')
      expect(draws[0]!.width * layout.bytesPerPixel).toBeLessThanOrEqual(layout.bytesPerRow);
  }
});
