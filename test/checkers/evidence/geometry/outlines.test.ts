import fc from 'fast-check';
import type { SampleCount } from '../../../../arch/index.js';
import { rasterise } from '../../../../checkers/evidence/geometry/draw-coverage.js';
import {
  computeCoverageMask,
  type Outline,
  orientClockwise,
} from '../../../../checkers/evidence/geometry/rasteriser.js';
import { createOutline } from '../../support/outlines.js';

const POINTS = { VGT_PRIMITIVE_TYPE: 1 };
const LINES = { VGT_PRIMITIVE_TYPE: 2 };
const RECTANGLES = { VGT_PRIMITIVE_TYPE: 17 };
const SQUARE_ENDS = { PA_SC_LINE_CNTL: 1 << 11 };
const SCREEN = { left: 0, top: 0, right: 16, bottom: 16 };

const coordinate = fc.integer({ min: -2 * 256, max: 18 * 256 });
const sampleCounts = fc.constantFrom<SampleCount>(1, 2, 4, 8, 16);

const createPoint = (x: number, y: number): number[] => [x, y, x, y, x, y];
const createLine = (x0: number, y0: number, x1: number, y1: number): number[] => [x0, y0, x1, y1, x1, y1];

/** Returns the pixels that an outline covers with one sample per pixel, formatted as `x,y`. */
function getCoveredPixels(outline: Outline | undefined): string[] {
  const pixels: string[] = [];
  if (outline !== undefined) rasterise(outline, SCREEN, 1, (x, y) => pixels.push(`${x},${y}`));
  return pixels;
}

test('a point covers its square, with the top-left rule applied to pixel centres on its border', () => {
  const twoByOne = { ...POINTS, PA_SU_POINT_SIZE: (16 << 16) | 8 };
  expect(getCoveredPixels(createOutline(createPoint(3 * 256, 3 * 256 + 128), 0, twoByOne))).toEqual([
    '2,3',
    '3,3',
  ]);
  expect(getCoveredPixels(createOutline(createPoint(3 * 256 + 128, 4 * 256), 0, twoByOne))).toEqual([
    '2,3',
    '3,3',
  ]);
});

test('a point with an integer width and height covers width times height pixels at any position', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 3 * 256, max: 12 * 256 }),
      fc.integer({ min: 3 * 256, max: 12 * 256 }),
      (width, height, x, y) => {
        const size = { ...POINTS, PA_SU_POINT_SIZE: (width << 19) | (height << 3) };
        expect(getCoveredPixels(createOutline(createPoint(x, y), 0, size))).toHaveLength(width * height);
      },
    ),
  );
});

test('points of size 0 and lines of width or length 0 cover nothing', () => {
  expect(createOutline(createPoint(512, 512), 0, { ...POINTS, PA_SU_POINT_SIZE: 0 })).toBeUndefined();
  expect(createOutline(createPoint(512, 512), 0, { ...POINTS, PA_SU_POINT_SIZE: 8 << 16 })).toBeUndefined();
  expect(createOutline(createLine(0, 0, 512, 512), 0, { ...LINES, PA_SU_LINE_CNTL: 0 })).toBeUndefined();
  for (const ends of [{}, SQUARE_ENDS])
    expect(
      createOutline(createLine(9, 9, 9, 9), 0, { ...LINES, ...ends, PA_SU_LINE_CNTL: 8 }),
    ).toBeUndefined();
});

test('points and lines are one pixel wide by default', () => {
  const onePixel = { PA_SU_POINT_SIZE: (8 << 16) | 8, PA_SU_LINE_CNTL: 8 };
  for (const [shape, kind] of [
    [createPoint(512, 512), POINTS],
    [createLine(0, 0, 512, 512), LINES],
  ] as const)
    expect(createOutline(shape, 0, kind)).toEqual(createOutline(shape, 0, { ...kind, ...onePixel }));
});

test('line ends are parallel to the minor axis or, if square, perpendicular to the line', () => {
  const width = { ...LINES, PA_SU_LINE_CNTL: 8 };
  expect(createOutline(createLine(256, 256, 1280, 768), 0, width)).toEqual([
    [256, 128],
    [1280, 640],
    [1280, 896],
    [256, 384],
  ]);
  expect(sortCorners(createOutline(createLine(256, 256, 768, 1280), 0, width))).toEqual(
    sortCorners([
      [128, 256],
      [384, 256],
      [640, 1280],
      [896, 1280],
    ]),
  );
  const fiveEighths = { ...LINES, ...SQUARE_ENDS, PA_SU_LINE_CNTL: 5 };
  expect(sortCorners(createOutline(createLine(0, 0, 3072, 4096), 0, fiveEighths))).toEqual(
    sortCorners([
      [64, -48],
      [3136, 4048],
      [3008, 4144],
      [-64, 48],
    ]),
  );
});

test('the corners of square line ends are rounded to the nearest 1/256th of a pixel', () => {
  // 16 and 48 divided by the square root of two are 11.31 and 33.94.
  for (const [half, offset] of [
    [1, 11],
    [3, 34],
  ]) {
    const outline = createOutline(createLine(0, 0, 4096, 4096), 0, {
      ...LINES,
      ...SQUARE_ENDS,
      PA_SU_LINE_CNTL: half,
    });
    expect(sortCorners(outline)).toEqual(
      sortCorners([
        [offset, -offset],
        [4096 + offset, 4096 - offset],
        [4096 - offset, 4096 + offset],
        [-offset, offset],
      ]),
    );
  }
});

function sortCorners(outline: Outline | undefined): Outline {
  return (outline ?? []).toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by);
}

test('an axis-aligned line covers a row of pixels with either type of line end', () => {
  const row = ['2,5', '3,5', '4,5'];
  for (const ends of [{}, SQUARE_ENDS]) {
    const registers = { ...LINES, ...ends, PA_SU_LINE_CNTL: 8 };
    expect(getCoveredPixels(createOutline(createLine(512, 1408, 1280, 1408), 0, registers))).toEqual(row);
    expect(getCoveredPixels(createOutline(createLine(1280, 1408, 512, 1408), 0, registers))).toEqual(row);
  }
});

test('a line covers the points within half its width along the minor axis', () => {
  fc.assert(
    fc.property(coordinate, coordinate, coordinate, coordinate, (x0, y0, x1, y1) => {
      const isXMajor = Math.abs(x1 - x0) >= Math.abs(y1 - y0);
      const [from, to, minorFrom, minorTo] = isXMajor ? [x0, x1, y0, y1] : [y0, y1, x0, x1];
      fc.pre(from !== to);
      const covered = new Set(
        getCoveredPixels(createOutline(createLine(x0, y0, x1, y1), 0, { ...LINES, PA_SU_LINE_CNTL: 10 })),
      );
      for (let y = 0; y < 16; y++) {
        for (let x = 0; x < 16; x++) {
          const [major, minor] = isXMajor ? [x * 256 + 128, y * 256 + 128] : [y * 256 + 128, x * 256 + 128];
          const fraction = (major - from) / (to - from);
          const distance = Math.abs(minorFrom + fraction * (minorTo - minorFrom) - minor);
          const isInside = fraction > 0 && fraction < 1 && distance < 160 - 1e-6;
          const isOutside = fraction < 0 || fraction > 1 || distance > 160 + 1e-6;
          if (isInside || isOutside) expect(covered.has(`${x},${y}`)).toBe(isInside);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('the halves of a rectangle or line share no sample and together cover exactly its samples', () => {
  const registers = fc.constantFrom(
    RECTANGLES,
    { ...LINES, PA_SU_LINE_CNTL: 13 },
    { ...LINES, ...SQUARE_ENDS, PA_SU_LINE_CNTL: 29 },
  );
  const vertices = fc.array(coordinate, { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(vertices, registers, sampleCounts, (corners, kind, samples) => {
      const outline = createOutline(corners, 0, kind);
      fc.pre(outline !== undefined);
      const [first, second, third, fourth] = outline!;
      for (let y = 0; y < 16; y++) {
        for (let x = 0; x < 16; x++) {
          const [firstHalf, secondHalf] = [
            orientClockwise([first, second, third]),
            orientClockwise([third, fourth, first]),
          ].map((half) => computeCoverageMask(half!, x, y, samples));
          expect(firstHalf & secondHalf).toBe(0);
          expect(firstHalf | secondHalf).toBe(computeCoverageMask(outline!, x, y, samples));
        }
      }
    }),
    { numRuns: 40 },
  );
});

test("a rectangle's fourth corner is opposite its first", () => {
  expect(getCoveredPixels(createOutline([256, 256, 768, 256, 256, 1024], 0, RECTANGLES))).toEqual([
    '1,1',
    '2,1',
    '1,2',
    '2,2',
    '1,3',
    '2,3',
  ]);
});
