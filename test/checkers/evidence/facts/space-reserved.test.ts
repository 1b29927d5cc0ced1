import { expect, test } from 'vitest';
import type { Gfx } from '../../../../arch/index.js';
import { executesExports, reservesSpace } from '../../../../checkers/evidence/facts/space-reserved.js';

const COLOUR = { SPI_SHADER_COL_FORMAT: 4, SPI_SHADER_Z_FORMAT: 0 };
const DEPTH = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 1 };
const NEITHER = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 0 };
const UNTOLD = {};

const all = (asked: typeof reservesSpace, gfx: Gfx): readonly boolean[] =>
  [COLOUR, DEPTH, NEITHER, UNTOLD].map((registers) => asked(gfx, registers));

test('is reserved for a colour or depth format, always on GFX9, and up to GFX10.3 if no format is given', () => {
  expect(all(reservesSpace, 'gfx9')).toEqual([true, true, true, true]);
  expect(all(reservesSpace, 'gfx10')).toEqual([true, true, false, true]);
  expect(all(reservesSpace, 'gfx10.3')).toEqual([true, true, false, true]);
  expect(all(reservesSpace, 'gfx11')).toEqual([true, true, false, false]);
});

test('allows GFX10 to skip exports of a draw without formats, and expects none if formats are not given', () => {
  expect(all(executesExports, 'gfx9')).toEqual([true, true, true, true]);
  expect(all(executesExports, 'gfx10')).toEqual([true, true, false, false]);
  expect(all(executesExports, 'gfx10.3')).toEqual([true, true, false, false]);
  expect(all(executesExports, 'gfx11')).toEqual([true, true, true, true]);
});
