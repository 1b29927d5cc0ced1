import { describe, expect, it } from 'vitest';
import {
  applyStencilOperation,
  passesStencilTest,
  satisfiesComparison,
} from '../../../../rtl-model/db/depth/compare.js';
import { DepthBuffer } from '../../../../rtl-model/db/depth/depth-buffer.js';
import { getVisibleFace, readDepthState } from '../../../../rtl-model/db/depth/depth-state.js';
import { scene } from '../../../checkers/support/scenes.js';

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
