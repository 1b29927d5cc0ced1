import type { Gfx } from '../../../../arch/index.js';
import { executesExports, reservesSpace } from '../../../../checkers/evidence/facts/export-space.js';

const COLOUR = { SPI_SHADER_COL_FORMAT: 4, SPI_SHADER_Z_FORMAT: 0 };
const DEPTH = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 1 };
const NO_FORMATS = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 0 };
const UNSPECIFIED = {};

const checkFormats = (predicate: typeof reservesSpace, gfx: Gfx): readonly boolean[] =>
  [COLOUR, DEPTH, NO_FORMATS, UNSPECIFIED].map((registers) => predicate(gfx, registers));

test('space is reserved on GFX9, on GFX10 unless both formats are 0, and on GFX11 if one is set', () => {
  expect(checkFormats(reservesSpace, 'gfx9')).toEqual([true, true, true, true]);
  expect(checkFormats(reservesSpace, 'gfx10')).toEqual([true, true, false, true]);
  expect(checkFormats(reservesSpace, 'gfx10.3')).toEqual([true, true, false, true]);
  expect(checkFormats(reservesSpace, 'gfx11')).toEqual([true, true, false, false]);
});

test('on GFX10 and GFX10.3, exports are certain to execute only if the draw sets an export format', () => {
  expect(checkFormats(executesExports, 'gfx9')).toEqual([true, true, true, true]);
  expect(checkFormats(executesExports, 'gfx10')).toEqual([true, true, false, false]);
  expect(checkFormats(executesExports, 'gfx10.3')).toEqual([true, true, false, false]);
  expect(checkFormats(executesExports, 'gfx11')).toEqual([true, true, true, true]);
});
