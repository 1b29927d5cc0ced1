import fc from 'fast-check';
import { DeviceContext } from '../../../../rtl-model/context.js';
import { DepthBlock, MUST_WAIT } from '../../../../rtl-model/db/depth/depth-block.js';
import {
  applyStencilOperation,
  DepthBuffer,
  passesStencilTest,
  satisfiesComparison,
} from '../../../../rtl-model/db/depth/depth-buffer.js';
import { EARLY } from '../../../../rtl-model/db/depth/depth-plan.js';
import { getVisibleFace, readDepthState } from '../../../../rtl-model/db/depth/depth-state.js';
import { type TestedPrimitive, testQuads } from '../../../../rtl-model/db/depth/early-tests.js';
import { ReplayChoices } from '../../../../rtl-model/kernel/index.js';
import { planDraws } from '../../../../rtl-model/spi/draw-plan.js';
import { DEPTH_SAMPLES, QUAD_COLUMN, QUAD_COLUMNS } from '../../../../transactions/index.js';
import { scene } from '../../../checkers/support/scenes.js';

/** Registers for a "less" depth test: late if the draw has KILL_ENABLE, otherwise early where possible. */
const REGISTERS = { DB_DEPTH_CONTROL: (1 << 1) | (1 << 4), DB_SHADER_CONTROL: (1 << 4) | (1 << 6) };

function makeQuad(x: number): number[] {
  const quad = new Array<number>(QUAD_COLUMNS).fill(0);
  quad[QUAD_COLUMN.X] = x;
  quad[QUAD_COLUMN.MASK01] = 1;
  return quad;
}

it('a primitive only waits for tests at the positions of its own quads', () => {
  const clear = { depth: 1, stencil: 0 };
  const scenario = { ...scene({ draw: { registers: REGISTERS } }), depthBuffer: clear };
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const [plan] = planDraws(context, scenario);
  const size = { width: 16, height: 16 };
  const ignore = (): void => undefined;
  const depth = new DepthBlock(context, size, clear, ignore, ignore);
  depth.onPacked(plan!, Int32Array.from(makeQuad(4)));
  const quads = Int32Array.from([...makeQuad(0), ...makeQuad(4)]);
  expect(depth.admit(plan!, quads, 2, 0)).toBe(MUST_WAIT);
  expect(depth.admit(plan!, quads, 1, 0)).toBe(1);
  expect(depth.admit(plan!, Int32Array.from(makeQuad(4)), 1, 0)).toBe(MUST_WAIT);
  // A draw without tests does not wait.
  const untested = { ...plan!, tests: undefined };
  expect(depth.admit(untested, quads, 2, 0)).toBe(2);
});

const func = fc.nat({ max: 7 });
const depth = fc.constantFrom(0, 0.25, 0.5);
const stencil = fc.constantFrom(0, 1, 2);
const bit = fc.constantFrom(0, 1);

it('applies only enabled tests, writes depth only if enabled, and passes the same fragments early and late', () => {
  const settings = fc.record({ stencilTest: bit, depthTest: bit, write: bit, func, stencilFunc: func });
  fc.assert(
    fc.property(
      settings,
      depth,
      depth,
      stencil,
      stencil,
      (draw, z, storedDepth, reference, storedStencil) => {
        const DB_DEPTH_CONTROL =
          draw.stencilTest |
          (draw.depthTest << 1) |
          (draw.write << 2) |
          (draw.func << 4) |
          (draw.stencilFunc << 8);
        const registers = { DB_DEPTH_CONTROL, DB_STENCILREFMASK: reference | (0xff << 8) | (0xff << 16) };
        const state = readDepthState('gfx10.3', scene({ draw: { registers } }).draws[0]);
        const buffer = new DepthBuffer(1, 1, { depth: storedDepth, stencil: storedStencil });
        const passes =
          (draw.stencilTest === 0 || satisfiesComparison(draw.stencilFunc, reference, storedStencil)) &&
          (draw.depthTest === 0 || satisfiesComparison(draw.func, z, storedDepth));
        expect(buffer.passes(0, z, state, state.front)).toBe(passes);
        expect([buffer.depth[0], buffer.stencil[0]]).toEqual([storedDepth, storedStencil]);
        expect(buffer.resolve(0, z, state, state.front)).toBe(passes);
        // Depth is only written if the depth test is enabled.
        expect(buffer.depth[0]).toBe(passes && draw.depthTest === 1 && draw.write === 1 ? z : storedDepth);
        expect(buffer.depth[1]).toBe(storedDepth);
      },
    ),
  );
});

const face = {
  func: 3,
  fail: 0,
  depthFail: 0,
  pass: 0,
  reference: 0x35,
  operand: 0x0c,
  mask: 0x0f,
  writeMask: 0xff,
};

describe('stencil operations', () => {
  it.each([
    ['keep', 0, 0xf5],
    ['zero', 1, 0x00],
    ['set all bits', 2, 0xff],
    ['replace with the reference', 3, 0x35],
    ['replace with the operand', 4, 0x0c],
    ['add and clamp', 5, 0xff],
    ['subtract and clamp', 6, 0xe9],
    ['invert', 7, 0x0a],
    ['add and wrap', 8, 0x01],
    ['subtract and wrap', 9, 0xe9],
    ['and', 10, 0x04],
    ['or', 11, 0xfd],
    ['xor', 12, 0xf9],
    ['nand', 13, 0xfb],
    ['nor', 14, 0x02],
    ['xnor', 15, 0x06],
  ])('%s', (_name, operation, result) => {
    expect(applyStencilOperation(operation, face, 0xf5)).toBe(result);
  });

  it('clamp or wrap at zero, and only write bits in the write mask', () => {
    expect(applyStencilOperation(6, face, 0x05)).toBe(0);
    expect(applyStencilOperation(9, face, 0x05)).toBe(0xf9);
    expect(applyStencilOperation(2, { ...face, writeMask: 0x18 }, 0x41)).toBe(0x59);
  });
});

it('supports the eight comparison functions, with the new value on the left', () => {
  const results = [-1, 0, 1].map((difference) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((func) => (satisfiesComparison(func, 5 + difference, 5) ? 1 : 0)).join(''),
  );
  expect(results).toEqual(['01010101', '00110011', '00001111']);
});

it('compares only the masked bits of stencil values', () => {
  expect(passesStencilTest(face, 0xf4)).toBe(false);
  expect(passesStencilTest(face, 0x05)).toBe(true);
});

it('selects the stencil operation by whether the stencil test fails, the depth test fails or both pass', () => {
  const registers = {
    DB_DEPTH_CONTROL: 1 | (1 << 1) | (1 << 2) | (1 << 4) | (2 << 8),
    DB_STENCIL_CONTROL: 1 | (3 << 4) | (2 << 8),
    DB_STENCILREFMASK: 0x07 | (0xff << 8) | (0xff << 16),
  };
  const state = readDepthState('gfx9', scene({ draw: { registers } }).draws[0]);
  const buffer = new DepthBuffer(2, 2, { depth: 0.5, stencil: 7 });
  const resolveWith = (z: number, stencil: number) => {
    buffer.depth[0] = 0.5;
    buffer.stencil[0] = stencil;
    return [buffer.resolve(0, z, state, state.front), buffer.depth[0], buffer.stencil[0]];
  };
  expect(resolveWith(0.25, 7)).toEqual([true, 0.25, 7]);
  expect(resolveWith(0.75, 7)).toEqual([false, 0.5, 0xff]);
  expect(resolveWith(0.25, 6)).toEqual([false, 0.5, 0]);
});

it('uses the back face for clockwise triangles and rectangles, but only if the draw distinguishes faces', () => {
  const clockwise = [0, 0, 512, 0, 0, 512];
  const registers = { DB_DEPTH_CONTROL: 1 | (1 << 7), DB_STENCILREFMASK_BF: 5 };
  const draw = scene({ draw: { registers, vertices: [...clockwise, 0, 0, 0, 512, 512, 0] } }).draws[0];
  const state = readDepthState('gfx11', draw);
  expect(getVisibleFace(state, draw, 0)).toBe(state.back);
  expect(getVisibleFace(state, draw, 1)).toBe(state.front);
  const getFace = (type: number) => {
    const typedDraw = { ...draw, registers: { ...registers, VGT_PRIMITIVE_TYPE: type } };
    return getVisibleFace(readDepthState('gfx11', typedDraw), typedDraw, 0);
  };
  expect(getFace(17)).toEqual(state.back);
  expect([1, 2].map(getFace)).toEqual([state.front, state.front]);
  expect(state.back).not.toEqual(state.front);
  const singleFaced = readDepthState('gfx11', { ...draw, registers: { DB_DEPTH_CONTROL: 1 } });
  expect(getVisibleFace(singleFaced, draw, 0)).toBe(singleFaced.front);
});

it('orders mask bits by the fine pixels of a coarse fragment, row by row, and then by sample', () => {
  const buffer = new DepthBuffer(16, 16, { depth: 1, stencil: 0 });
  const fine = Int32Array.of(4, 6, 0, 0, 0, 0, 0);
  const coarse = Int32Array.of(8, 8, 0, 0, 0, 0, 1 | (1 << 2));
  const wide = Int32Array.of(8, 8, 0, 0, 0, 0, 2);
  const getPosition = (quad: Int32Array, fragment: number, samples: number, bit: number) => {
    const index = buffer.at(quad, 0, fragment, samples, bit);
    return [(index >> 4) % 16, index >> 8, index & 15];
  };
  expect(getPosition(fine, 3, 4, 2)).toEqual([5, 7, 2]);
  expect(getPosition(coarse, 3, 4, 15)).toEqual([11, 11, 3]);
  expect(getPosition(coarse, 1, 2, 5)).toEqual([10, 9, 1]);
  expect(getPosition(wide, 1, 1, 3)).toEqual([15, 8, 0]);
});

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
