import fc from 'fast-check';
import type { SampleCount } from '../../../../arch/index.js';
import { rasterise } from '../../../../checkers/evidence/geometry/draw-coverage.js';
import { computeCoverageMask } from '../../../../checkers/evidence/geometry/rasteriser.js';
import { type GoldenCase, readGoldenCases } from '../../../support/golden-files.js';
import { createOutline } from '../../support/outlines.js';

const LIST_ENTRIES = 64;
const WORDS_PER_PIXEL = { list: 65, accumulator: 8 };

/** The golden mode with one accumulator per sample. */
const MODE_SAMPLES = 1;
/** The golden mode whose fragment lists omit discarded fragments. The remaining mode keeps all fragments. */
const MODE_DISCARD = 2;

function isDiscarded(primitive: number): boolean {
  return ((Math.imul(primitive, 0x9e3779b1) >>> 16) & 1) === 1;
}

/** Computes a scene's final storage buffer by processing all fragments in primitive order. */
function computeSequentially({ width, height, samples, mode, draws }: GoldenCase): Uint32Array {
  const wordsPerPixel = mode === MODE_SAMPLES ? WORDS_PER_PIXEL.accumulator : WORDS_PER_PIXEL.list;
  const words = new Uint32Array(width * height * wordsPerPixel);
  let primitive = 0;
  const addFragment = (x: number, y: number, mask: number): void => {
    const offset = (y * width + x) * wordsPerPixel;
    if (mode === MODE_SAMPLES) {
      for (let sample = 0; sample < samples; sample++) {
        if ((mask >>> sample) & 1)
          words[offset + sample] = Math.imul(words[offset + sample], 31) + primitive + 1;
      }
      return;
    }
    if (mode === MODE_DISCARD && isDiscarded(primitive)) return;
    if (words[offset] < LIST_ENTRIES) words[offset + 1 + words[offset]] = (primitive << 8) | mask;
    words[offset]++;
  };
  const screen = { left: 0, top: 0, right: width, bottom: height };
  for (const draw of draws) {
    for (let index = 0; index < draw.length / 6; index++, primitive++) {
      const triangle = createOutline(draw.slice(6 * index, 6 * index + 6), 0);
      if (triangle !== undefined) rasterise(triangle, screen, samples as SampleCount, addFragment);
    }
  }
  return words;
}

const cases = readGoldenCases().map((golden, index) => ({ index, ...golden }));

test.each(cases)(
  'the rasteriser matches a GPU for scene $index ($class, $samples samples, mode $mode)',
  (golden) => {
    expect(
      Buffer.from(computeSequentially(golden).buffer).equals(Buffer.from(golden.expected.slice().buffer)),
    ).toBe(true);
  },
);

const coordinate = fc.integer({ min: -512, max: 8 * 256 + 512 });
const sampleCounts = fc.constantFrom<SampleCount>(1, 2, 4, 8);

test('the rasteriser never assigns a sample on a shared edge to both triangles', () => {
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 8, maxLength: 8 }), sampleCounts, (p, samples) => {
      const [ax, ay, bx, by, cx, cy, dx, dy] = p;
      const getSide = (x: number, y: number): number =>
        Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
      fc.pre(getSide(cx, cy) * getSide(dx, dy) < 0);
      const first = createOutline([ax, ay, bx, by, cx, cy], 0)!;
      const second = createOutline([ax, ay, bx, by, dx, dy], 0)!;
      for (let pixel = 0; pixel < 64; pixel++) {
        const [x, y] = [pixel & 7, pixel >> 3];
        expect(computeCoverageMask(first, x, y, samples) & computeCoverageMask(second, x, y, samples)).toBe(
          0,
        );
      }
    }),
    { numRuns: 100 },
  );
});

test('coverage does not depend on winding or the first vertex', () => {
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 6, maxLength: 6 }), sampleCounts, (p, samples) => {
      const [ax, ay, bx, by, cx, cy] = p;
      const variants = [p, [cx, cy, bx, by, ax, ay], [bx, by, cx, cy, ax, ay]];
      const masks = variants.map((vertices) => {
        const triangle = createOutline(vertices, 0);
        return Array.from(
          { length: 64 },
          (_, i) => triangle && computeCoverageMask(triangle, i & 7, i >> 3, samples),
        );
      });
      expect(masks[1]).toEqual(masks[0]);
      expect(masks[2]).toEqual(masks[0]);
    }),
    { numRuns: 100 },
  );
});

test('rasterising row by row finds the same pixels and masks as testing pixel by pixel', () => {
  const edge = fc.integer({ min: 0, max: 8 });
  const rects = fc.record({ left: edge, top: edge, right: edge, bottom: edge });
  const anySamples = fc.constantFrom<SampleCount>(1, 2, 4, 8, 16);
  fc.assert(
    fc.property(
      fc.array(coordinate, { minLength: 6, maxLength: 6 }),
      anySamples,
      rects,
      (vertices, samples, area) => {
        const triangle = createOutline(vertices, 0);
        fc.pre(triangle !== undefined);
        const actual: number[][] = [];
        rasterise(triangle!, area, samples, (x, y, mask) => actual.push([x, y, mask]));
        const expected: number[][] = [];
        for (let y = area.top; y < area.bottom; y++) {
          for (let x = area.left; x < area.right; x++) {
            const mask = computeCoverageMask(triangle!, x, y, samples);
            if (mask !== 0) expected.push([x, y, mask]);
          }
        }
        expect(actual).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});

test('an outline covers a sample just inside an edge, but not one just outside', () => {
  // The sample of pixel (0, 0) is at (128, 128), one area unit from the first edge.
  const inside = [
    [127, 127],
    [328, 327],
    [0, 300],
  ] as const;
  const outside = [
    [127, 127],
    [327, 328],
    [0, 300],
  ] as const;
  expect([computeCoverageMask(inside, 0, 0, 1), computeCoverageMask(outside, 0, 0, 1)]).toEqual([1, 0]);
});
