import { expect, test } from 'vitest';
import type { Gfx } from '../../../../arch/index.js';
import { executesExports, reservesSpace } from '../../../../checkers/evidence/facts/space-reserved.js';

const COLOUR = { SPI_SHADER_COL_FORMAT: 4, SPI_SHADER_Z_FORMAT: 0 };
const DEPTH = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 1 };
const NO_FORMATS = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 0 };
const UNSPECIFIED = {};

const forAllFormats = (predicate: typeof reservesSpace, gfx: Gfx): readonly boolean[] =>
  [COLOUR, DEPTH, NO_FORMATS, UNSPECIFIED].map((registers) => predicate(gfx, registers));

test('space is reserved if a format is set, always on GFX9, and before GFX11 also if registers are unspecified', () => {
  expect(forAllFormats(reservesSpace, 'gfx9')).toEqual([true, true, true, true]);
  expect(forAllFormats(reservesSpace, 'gfx10')).toEqual([true, true, false, true]);
  expect(forAllFormats(reservesSpace, 'gfx10.3')).toEqual([true, true, false, true]);
  expect(forAllFormats(reservesSpace, 'gfx11')).toEqual([true, true, false, false]);
});

test('on GFX10 and GFX10.3, exports are only certain to execute if the draw sets an export format', () => {
  expect(forAllFormats(executesExports, 'gfx9')).toEqual([true, true, true, true]);
  expect(forAllFormats(executesExports, 'gfx10')).toEqual([true, true, false, false]);
  expect(forAllFormats(executesExports, 'gfx10.3')).toEqual([true, true, false, false]);
  expect(forAllFormats(executesExports, 'gfx11')).toEqual([true, true, true, true]);
});
