import { type ColourFormat, packColour, readExportedColour, unpackColour } from '../../../arch/index.js';

function pack(format: ColourFormat, colour: readonly number[]): number[] {
  const words = new Int32Array(4);
  packColour(format, colour, words, 0);
  return Array.from(words, (word) => word >>> 0);
}

it('packs colours into each format, clamping out-of-range values', () => {
  expect(pack('rgba8', [0, 1, 0.5, 2])).toEqual([0xff80ff00, 0, 0, 0]);
  expect(pack('rgba8', [Number.NaN, -1, 1 / 255, 0])).toEqual([0x00010000, 0, 0, 0]);
  expect(pack('rgba16ui', [1, 65536, 3, 4])).toEqual([0xffff0001, 0x00040003, 0, 0]);
  expect(pack('rgba16i', [-1, 40000, -40000, 5])).toEqual([0x7fffffff, 0x00058000, 0, 0]);
  expect(pack('rg16f', [1, -2, 9, 9])).toEqual([0xc0003c00, 0, 0, 0]);
  expect(pack('rgba32f', [1, 0, -0, 0.5])).toEqual([0x3f800000, 0, 0x80000000, 0x3f000000]);
});

it('truncates floats to halves but rounds normalised numbers to the nearest value', () => {
  const [below, above] = [1 + 0.875 / 1024, 1 + 1.125 / 1024];
  expect(pack('rg16f', [below, -below, 0, 0])[0]).toBe(0xbc003c00);
  expect(pack('rg16f', [above, 1e9, 0, 0])[0]).toBe(0x7bff3c01);
  expect(pack('rgba8', [0.6 / 255, 1.4 / 255, 0, 0])[0]).toBe(0x0101);
});

it('unpacks normalised numbers and signed integers', () => {
  const colour = new Float64Array(4);
  const words = Int32Array.of(0x80ff00ff);
  unpackColour('rgba8', words, 0, colour);
  expect(Array.from(colour)).toEqual([1, 0, 1, 128 / 255]);
  unpackColour('rgba16i', Int32Array.of(0x7fffffff, 0x00058000), 0, colour);
  expect(Array.from(colour)).toEqual([-1, 0x7fff, -0x8000, 5]);
});

it('reads 32_AR alpha from the fourth word on GFX9 and from the second word on later generations', () => {
  const ONE = 0x3f800000;
  const HALF = 0x3f000000;
  const data = Int32Array.of(ONE, HALF, 0, ONE);
  const colour = new Float64Array(4);
  readExportedColour('gfx9', 3, data, 1, 0, colour);
  expect(Array.from(colour)).toEqual([1, 0, 0, 1]);
  readExportedColour('gfx10', 3, data, 1, 0, colour);
  expect(Array.from(colour)).toEqual([1, 0, 0, 0.5]);
});

it('reads two packed halves per word', () => {
  const colour = new Float64Array(4);
  readExportedColour('gfx11', 4, Int32Array.of(0x40003c00, 0x3800_0000), 1, 0, colour);
  expect(Array.from(colour)).toEqual([1, 2, 0, 0.5]);
  readExportedColour('gfx11', 6, Int32Array.of(0x80017fff | 0, 0), 1, 0, colour);
  expect(Array.from(colour)).toEqual([1, -1, 0, 0]);
});
