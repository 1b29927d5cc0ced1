import fc from 'fast-check';
import { createFootprint } from '../../../rtl-model/sc/footprint.js';
import {
  computeLineNormal,
  getPrimitiveShape,
  Outlines,
  PRIMITIVE_TYPE,
  type PrimitiveShape,
} from '../../../rtl-model/sc/outlines.js';
import { type PixelRect, Rasteriser } from '../../../rtl-model/sc/rasterise.js';
import { scene } from '../../checkers/support/scenes.js';
import { type Corner, computeExactMask } from '../support/exact-coverage.js';
import { getFineCoverage } from '../support/fine-coverage.js';

const SIZE = 12;
const AREA: PixelRect = { left: 0, top: 0, right: SIZE, bottom: SIZE };
const ALL = [0xffff, 0xffff, 0xffff, 0xffff];

const sampleCounts = fc.constantFrom(1, 2, 4, 8, 16);
/** Coordinates that are on sample positions or pixel corners at least half the time. */
const coordinate = fc.oneof(
  fc.integer({ min: -600, max: (SIZE + 2) * 256 }),
  fc.integer({ min: -4, max: (SIZE + 1) * 16 }).map((v) => v * 16),
);
const corner = fc.tuple(coordinate, coordinate);
const clips = fc
  .tuple(fc.nat(4), fc.nat(4), fc.integer({ min: 6, max: SIZE }), fc.integer({ min: 6, max: SIZE }))
  .map(([left, top, right, bottom]) => ({ left, top, right, bottom }));

function makeShape(
  type: number,
  halfWidth = 0,
  halfHeight = halfWidth,
  perpendicular = false,
): PrimitiveShape {
  return { type, halfWidth, halfHeight, perpendicular };
}

/** Returns the coverage of every fine pixel that a primitive covers, according to the scan converter's rasteriser. */
function findCoveredSamples(
  shape: PrimitiveShape,
  vertices: readonly number[],
  samples: number,
  clip: PixelRect = AREA,
): Map<string, number> {
  const outlines = new Outlines(vertices, shape);
  const footprint = createFootprint(samples, ALL);
  const rasteriser = new Rasteriser(footprint);
  outlines.select(0);
  rasteriser.rasterise(outlines.corners, outlines.firstCorner, 0, clip, outlines.count);
  return getFineCoverage(rasteriser, samples);
}

function computeExactCoverage(
  polygon: readonly Corner[],
  samples: number,
  clip: PixelRect = AREA,
): Map<string, number> {
  const result = new Map<string, number>();
  for (let y = clip.top; y < clip.bottom; y++) {
    for (let x = clip.left; x < clip.right; x++) {
      const mask = computeExactMask(polygon, x, y, samples);
      if (mask !== 0) result.set(`${x},${y}`, mask);
    }
  }
  return result;
}

const runs = { numRuns: 60 };

describe('the rasteriser covers exactly the samples', () => {
  it('inside a triangle', () => {
    const triangle = fc.tuple(corner, corner, corner);
    fc.assert(
      fc.property(triangle, sampleCounts, clips, (corners, samples, clip) => {
        const observed = findCoveredSamples(
          makeShape(PRIMITIVE_TYPE.TRIANGLES),
          corners.flat(),
          samples,
          clip,
        );
        expect(observed).toEqual(computeExactCoverage(corners, samples, clip));
      }),
      runs,
    );
  });

  it('inside a rectangle, regardless of which corner is implicit', () => {
    fc.assert(
      fc.property(
        corner,
        corner,
        fc.nat(3),
        sampleCounts,
        clips,
        ([x0, y0], [x1, y1], turn, samples, clip) => {
          const outline: Corner[] = [
            [x0, y0],
            [x1, y0],
            [x1, y1],
            [x0, y1],
          ];
          const [v1, v0, v2] = [0, 1, 2].map((i) => outline[(i + turn) % 4]);
          const vertices = [...v0, ...v1, ...v2];
          const observed = findCoveredSamples(makeShape(PRIMITIVE_TYPE.RECTANGLES), vertices, samples, clip);
          expect(observed).toEqual(computeExactCoverage(outline, samples, clip));
        },
      ),
      runs,
    );
  });

  it.each([
    [512, 512],
    [-512, 512],
    [512, -512],
  ])('above and below a 45-degree line to (%i, %i)', (dx, dy) => {
    expect(computeLineNormal(dx, dy, 8, false)).toEqual([0, 8]);
  });
});

describe('rasteriser coverage', () => {
  it('is empty for a line with no length', () => {
    for (const perpendicular of [false, true]) {
      const line = makeShape(PRIMITIVE_TYPE.LINES, 1024, 1024, perpendicular);
      expect(findCoveredSamples(line, [800, 800, 800, 800, 800, 800], 16).size).toBe(0);
    }
  });
});

it('reads the size of points and lines, and the shape of line ends, from their registers', () => {
  const [draw] = scene().draws;
  const getShape = (type: number, lineControl: number) =>
    getPrimitiveShape('gfx10.3', {
      ...draw,
      registers: {
        VGT_PRIMITIVE_TYPE: type,
        // The points have a height of 3 and a width of 5, as half sizes in 1/16ths of a pixel.
        PA_SU_POINT_SIZE: 3 | (5 << 16),
        PA_SU_LINE_CNTL: 7,
        PA_SC_LINE_CNTL: lineControl,
      },
    });
  const [points, lines] = [getShape(1, 0), getShape(2, 0)];
  expect([points.halfHeight / 3, points.halfWidth / 5, lines.halfWidth / 7]).toEqual([16, 16, 16]);
  const ends = [0, 1 << 11, ~(1 << 11), -1].map((control) => getShape(2, control).perpendicular);
  expect(ends).toEqual([false, true, false, true]);
});

it.each([1, 2])('primitives of type %i without a size register are one pixel wide and high', (type) => {
  const [draw] = scene({ draw: { registers: { VGT_PRIMITIVE_TYPE: type } } }).draws;
  const { halfWidth, halfHeight } = getPrimitiveShape('gfx10.3', draw!);
  expect([halfWidth, halfHeight]).toEqual([128, 128]);
});
