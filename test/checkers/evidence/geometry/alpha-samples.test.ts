import {
  computeAlphaFragmentMask,
  computeAlphaMask,
} from '../../../../checkers/evidence/geometry/alpha-samples.js';
import { QUAD } from '../../../../checkers/evidence/geometry/quad-columns.js';
import { QUAD_COLUMNS } from '../../../../transactions/index.js';

/** Offsets for the pixels of a 2x2 square: 0 to 3 quarters of a sample. */
const OFFSETS = 0b11_10_01_00 << 8;
/** The rounding bit, which adds an eighth of a sample. */
const ROUNDING = 1 << 16;

/** Returns how many samples each pixel of a 2x2 square keeps. */
const countKeptSamples = (register: number, alpha: number, samples: number): number[] =>
  [0, 1, 2, 3].map((pixel) => {
    const mask = computeAlphaMask(register, alpha, samples, 6 + (pixel & 1), 4 + (pixel >> 1));
    const count = Math.log2(mask + 1);
    expect(Number.isInteger(count)).toBe(true);
    return count;
  });

describe('the number of samples that alpha keeps in a pixel', () => {
  it('is alpha times the sample count, rounded down, and the first samples are kept', () => {
    expect(countKeptSamples(0, 0, 4)).toEqual([0, 0, 0, 0]);
    expect(countKeptSamples(0, 0.5, 4)).toEqual([2, 2, 2, 2]);
    expect(countKeptSamples(0, 0.74, 4)).toEqual([2, 2, 2, 2]);
    expect(countKeptSamples(0, 1, 16)).toEqual([16, 16, 16, 16]);
    expect(countKeptSamples(0, 7, 8)).toEqual([8, 8, 8, 8]);
    expect(countKeptSamples(ROUNDING | OFFSETS, -1, 8)).toEqual([0, 0, 0, 0]);
  });

  it("increases with the pixel's offset in quarters of a sample, and by an eighth with rounding", () => {
    expect(countKeptSamples(OFFSETS, 0.5, 1)).toEqual([0, 0, 1, 1]);
    expect(countKeptSamples(OFFSETS, 0.625, 4)).toEqual([2, 2, 3, 3]);
    expect(countKeptSamples(OFFSETS, 0.59375, 4)).toEqual([2, 2, 2, 3]);
    expect(countKeptSamples(OFFSETS | ROUNDING, 0.59375, 4)).toEqual([2, 2, 3, 3]);
  });
});

it('alpha-to-mask uses the position of each pixel within a coarse fragment', () => {
  const quads = new Int32Array(QUAD_COLUMNS);
  quads[QUAD.RATE] = 1 | (2 << 2);
  expect(computeAlphaFragmentMask(OFFSETS, 0.5, 1, quads, 0, 3)).toBe(0b11001100);
  quads[QUAD.RATE] = 0;
  const masks = [0, 1, 2, 3].map((index) => computeAlphaFragmentMask(OFFSETS, 0.5, 1, quads, 0, index));
  expect(masks).toEqual([0, 0, 1, 1]);
});
