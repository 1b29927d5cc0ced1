import fc from 'fast-check';
import { createFootprint } from '../../../rtl-model/sc/footprint.js';
import { Rasteriser } from '../../../rtl-model/sc/rasterise.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../transactions/index.js';
import { type GoldenCase, readGoldenCases } from '../../support/golden-files.js';

const cases = readGoldenCases();

/** Creates a rasteriser for fine pixels with all samples enabled. */
const makeRasteriser = (samples: number): Rasteriser =>
  new Rasteriser(createFootprint(samples, [0xffff, 0xffff, 0xffff, 0xffff]));

describe("the scan converter's rasteriser", () => {
  it.each([...new Set(cases.map((c) => c.class))])('matches the GPU coverage in class %s', (name) => {
    for (const scene of cases.filter((c) => c.class === name)) {
      const difference = rebuildBuffer(scene).findIndex((word, i) => word !== scene.expected[i]);
      expect(difference, `first differing word in a ${scene.width}x${scene.height} scene`).toBe(-1);
    }
  });
});

it('has no quads before the first outline, then only those of the most recent one', () => {
  const rasteriser = makeRasteriser(1);
  const area = { left: 0, top: 0, right: 4, bottom: 4 };
  expect(rasteriser.quadCount).toBe(0);
  rasteriser.rasterise([0, 0, 2048, 0, 0, 2048], 0, 0, area);
  expect(rasteriser.quadCount).toBe(4);
  rasteriser.rasterise([0, 0, 0, 0, 0, 0], 0, 1, area);
  expect(rasteriser.quadCount).toBe(0);
});

it('rasterises a triangle the same way after any other outline, and produces no empty quads', () => {
  const coordinate = fc.integer({ min: -300, max: 1300 });
  const corner = fc.tuple(coordinate, coordinate);
  const triangle = fc.tuple(corner, corner, corner).map((corners) => corners.flat());
  const parallelogram = fc
    .tuple(corner, corner, corner)
    .map(([[x0, y0], [x1, y1], [x2, y2]]) => [x0, y0, x1, y1, x1 + x2 - x0, y1 + y2 - y0, x2, y2]);
  const area = { left: 0, top: 0, right: 4, bottom: 4 };
  const rasteriseAfter = (previous: readonly number[] | undefined, outline: readonly number[]): number[] => {
    const rasteriser = makeRasteriser(4);
    if (previous !== undefined) rasteriser.rasterise(previous, 0, 0, area, 4);
    rasteriser.rasterise(outline, 0, 1, area);
    return [...rasteriser.quads.subarray(0, rasteriser.quadCount * QUAD_COLUMNS)];
  };
  fc.assert(
    fc.property(parallelogram, triangle, (previous, outline) => {
      const quads = rasteriseAfter(previous, outline);
      expect(quads).toEqual(rasteriseAfter(undefined, outline));
      // Each quad covers at least one sample.
      for (let offset = 0; offset < quads.length; offset += QUAD_COLUMNS)
        expect(quads[offset + QUAD_COLUMN.MASK01]! | quads[offset + QUAD_COLUMN.MASK23]!).not.toBe(0);
    }),
  );
});

/** Rebuilds a scene's storage buffer from the primitive order and the rasteriser's coverage. */
function rebuildBuffer(scene: GoldenCase): Uint32Array {
  const result = new Uint32Array(scene.expected.length);
  forEachQuad(scene, (quads, offset) => {
    for (let pixel = 0; pixel < 4; pixel++) {
      const mask = (quads[offset + 3 + (pixel >> 1)] >>> ((pixel & 1) * 16)) & 0xffff;
      const position = (quads[offset + 1] + (pixel >> 1)) * scene.width + quads[offset] + (pixel & 1);
      if (mask !== 0) recordFragment(scene, result, position, quads[offset + 2], mask);
    }
  });
  return result;
}

function recordFragment(
  scene: GoldenCase,
  result: Uint32Array,
  position: number,
  primitive: number,
  mask: number,
): void {
  if (scene.mode === 1) {
    for (let sample = 0; sample < scene.samples; sample++) {
      const index = position * 8 + sample;
      if ((mask >>> sample) & 1) result[index] = Math.imul(result[index], 31) + primitive + 1;
    }
    return;
  }
  const discarded = (Math.imul(primitive, 0x9e3779b1) >>> 16) & 1;
  if (scene.mode === 2 && discarded === 1) return;
  const count = ++result[position * 65];
  if (count <= 64) result[position * 65 + count] = (primitive << 8) | mask;
}

function forEachQuad(scene: GoldenCase, visit: (quads: Int32Array, offset: number) => void): void {
  const rasteriser = makeRasteriser(scene.samples);
  const area = { left: 0, top: 0, right: scene.width, bottom: scene.height };
  let primitive = 0;
  for (const draw of scene.draws) {
    for (let first = 0; first < draw.length; first += 6) {
      rasteriser.rasterise(draw, first, primitive++, area);
      for (let quad = 0; quad < rasteriser.quadCount; quad++) visit(rasteriser.quads, quad * QUAD_COLUMNS);
    }
  }
}
