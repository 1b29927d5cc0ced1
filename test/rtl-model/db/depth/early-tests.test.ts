import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DepthBuffer } from '../../../../rtl-model/db/depth/depth-buffer.js';
import { EARLY } from '../../../../rtl-model/db/depth/depth-plan.js';
import { readDepthState } from '../../../../rtl-model/db/depth/depth-state.js';
import { type TestedPrimitive, testQuads } from '../../../../rtl-model/db/depth/early-tests.js';
import { DEPTH_SAMPLES, QUAD_COLUMN, QUAD_COLUMNS } from '../../../../transactions/index.js';
import { scene } from '../../../checkers/support/scenes.js';

const QUADS = 8;
const [WIDTH, HEIGHT] = [2 * QUADS, 2];
const Z = 0.5;
/** The DB_DEPTH_CONTROL value for a "less" depth test. */
const LESS = (1 << 1) | (1 << 4);

const TESTED: TestedPrimitive = {
  mode: EARLY.TEST,
  state: readDepthState('gfx10.3', scene({ draw: { registers: { DB_DEPTH_CONTROL: LESS } } }).draws[0]),
  samples: 1,
  face: { func: 7, fail: 0, depthFail: 0, pass: 0, reference: 0, operand: 0, mask: 0, writeMask: 0 },
  z: Z,
};

/** For each pixel in a row of quads, whether it is covered and whether the stored depth hides the primitive. */
const pixels = fc.array(fc.record({ covered: fc.boolean(), hidden: fc.boolean() }), {
  minLength: 4 * QUADS,
  maxLength: 4 * QUADS,
});

function makeQuads(masks: readonly (readonly boolean[])[]): Int32Array {
  return Int32Array.from(
    masks.flatMap(([a, b, c, d], index) => {
      const quad = new Array<number>(QUAD_COLUMNS).fill(0);
      quad[QUAD_COLUMN.X] = 2 * index;
      quad[QUAD_COLUMN.PRIMITIVE] = index;
      quad[QUAD_COLUMN.MASK01] = Number(a) | (Number(b) << 16);
      quad[QUAD_COLUMN.MASK23] = Number(c) | (Number(d) << 16);
      return quad;
    }),
  );
}

it('keeps quads with passing pixels, in order, and clears the failing pixels', () => {
  fc.assert(
    fc.property(pixels, (rowPixels) => {
      const buffer = new DepthBuffer(WIDTH, HEIGHT, { depth: 1, stencil: 0 });
      const quads = Array.from({ length: QUADS }, (_, quad) => rowPixels.slice(4 * quad, 4 * quad + 4));
      quads.forEach((fragments, quad) => {
        fragments.forEach(({ hidden }, fragment) => {
          const pixel = (fragment >> 1) * WIDTH + 2 * quad + (fragment & 1);
          if (hidden) buffer.depth.fill(0.25, pixel * DEPTH_SAMPLES, (pixel + 1) * DEPTH_SAMPLES);
        });
      });
      const rows = makeQuads(quads.map((fragments) => fragments.map(({ covered }) => covered)));
      const keptCount = testQuads(buffer, rows, QUADS, TESTED, () => {});
      const passed = quads.map((fragments) => fragments.map(({ covered, hidden }) => covered && !hidden));
      const expected = Array.from(makeQuads(passed));
      const survivors = passed.flatMap((fragments, quad) =>
        fragments.includes(true) ? expected.slice(quad * QUAD_COLUMNS, (quad + 1) * QUAD_COLUMNS) : [],
      );
      expect(Array.from(rows.subarray(0, keptCount * QUAD_COLUMNS))).toEqual(survivors);
    }),
  );
});

it.each([
  ['the samples that pass', EARLY.TEST],
  ['all samples of each pixel with a passing sample', EARLY.PIXELS],
])('keeps %s, and writes nothing', (_, mode) => {
  const bits = fc.array(fc.nat({ max: 0xff }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(bits, bits, (covered, hidden) => {
      const buffer = new DepthBuffer(2, 2, { depth: 1, stencil: 0 });
      hidden.forEach((mask, pixel) => {
        for (let sample = 0; sample < 8; sample++)
          if ((mask >> sample) & 1) buffer.depth[pixel * DEPTH_SAMPLES + sample] = 0.25;
      });
      const before = buffer.depth.slice();
      const quad = new Int32Array(QUAD_COLUMNS);
      quad[QUAD_COLUMN.MASK01] = covered[0] | (covered[1] << 16);
      quad[QUAD_COLUMN.MASK23] = covered[2] | (covered[3] << 16);
      testQuads(buffer, quad, 1, { ...TESTED, mode, samples: 8 }, () => {});
      const passed = covered.map((mask, pixel) => mask & ~hidden[pixel]);
      const expected =
        mode === EARLY.TEST ? passed : covered.map((mask, pixel) => (passed[pixel] === 0 ? 0 : mask));
      const [mask01, mask23] = [quad[QUAD_COLUMN.MASK01], quad[QUAD_COLUMN.MASK23]];
      expect([mask01 & 0xffff, mask01 >>> 16, mask23 & 0xffff, mask23 >>> 16]).toEqual(expected);
      expect(buffer.depth).toEqual(before);
    }),
  );
});
