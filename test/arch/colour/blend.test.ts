import { blendColour, type ColourFormat, decodeBlend, type Gfx } from '../../../arch/index.js';

const [ZERO, ONE, SOURCE_ALPHA] = [0, 1, 4];
const ENABLE = 1 << 30;
const ALPHA_PLUS_STORED = ENABLE | SOURCE_ALPHA | (ONE << 8);

interface Colours {
  readonly source: readonly number[];
  readonly secondSource?: readonly number[];
  readonly stored: readonly number[];
}

function blend(format: ColourFormat, register: number, colours: Colours, gfx: Gfx = 'gfx10.3'): number[] {
  const source = Float64Array.from(colours.source);
  const secondSource = Float64Array.from(colours.secondSource ?? [0, 0, 0, 0]);
  blendColour(gfx, format, decodeBlend(register)!, source, secondSource, Float64Array.from(colours.stored));
  return Array.from(source);
}

it('clamps sources before weighting for normalised buffers, but not for float buffers', () => {
  const colours = { source: [4, -1, Number.NaN, 0.5], stored: [0.25, 0.5, 0.75, 0] };
  expect(blend('rgba8', ALPHA_PLUS_STORED, colours)).toEqual([0.75, 0.5, 0.75, 0.25]);
  expect(blend('rgba32f', ALPHA_PLUS_STORED, colours)).toEqual([2.25, 0, Number.NaN, 0.25]);
});

it('ignores a term whose factor is 0, even if the term is NaN', () => {
  const register = ENABLE | ONE | (ZERO << 8);
  const stored = [Number.NaN, Number.POSITIVE_INFINITY, 1, -1];
  expect(blend('rgba32f', register, { source: [1, 2, 3, 4], stored })).toEqual([1, 2, 3, 4]);
  const storedOnly = ENABLE | ZERO | (ONE << 8);
  expect(blend('rg16f', storedOnly, { source: stored, stored: [1, 2, 3, 4] })).toEqual([1, 2, 3, 4]);
});

it('also clamps the second source for normalised buffers', () => {
  const secondAlpha = { 'gfx10.3': 17, gfx11: 15 } as const;
  for (const gfx of ['gfx10.3', 'gfx11'] as const) {
    const register = ENABLE | ZERO | (secondAlpha[gfx] << 8);
    const colours = { source: [1, 1, 1, 1], secondSource: [0, 0, 0, 3], stored: [0.5, 0.25, 0, 1] };
    expect(blend('rgba8', register, colours, gfx)).toEqual([0.5, 0.25, 0, 1]);
    expect(blend('rg16f', register, colours, gfx)).toEqual([1.5, 0.75, 0, 3]);
  }
});

it.each(['rgba16ui', 'rgba16i'] as const)('does not blend %s colours', (format) => {
  const source = [7, 300, 1, 2];
  expect(blend(format, ALPHA_PLUS_STORED, { source, stored: [9, 9, 9, 9] })).toEqual(source);
});
