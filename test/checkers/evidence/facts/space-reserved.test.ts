import { expect, test } from 'vitest';
import type { Gfx } from '../../../../arch/index.js';
import { executesExports, reservesSpace } from '../../../../checkers/evidence/facts/space-reserved.js';

const COLOUR = { SPI_SHADER_COL_FORMAT: 4, SPI_SHADER_Z_FORMAT: 0 };
const DEPTH = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 1 };
const NEITHER = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 0 };
const UNSPECIFIED = {};

const answers = (predicate: typeof reservesSpace, gfx: Gfx): readonly boolean[] =>
  [COLOUR, DEPTH, NEITHER, UNSPECIFIED].map((registers) => predicate(gfx, registers));

test('space is reserved if a format is set, always on GFX9, and up to GFX10.3 also if the registers are unspecified', () => {
  expect(answers(reservesSpace, 'gfx9')).toEqual([true, true, true, true]);
  expect(answers(reservesSpace, 'gfx10')).toEqual([true, true, false, true]);
  expect(answers(reservesSpace, 'gfx10.3')).toEqual([true, true, false, true]);
  expect(answers(reservesSpace, 'gfx11')).toEqual([true, true, false, false]);
});

test('on GFX10 and GFX10.3, exports may not execute unless the draw sets an export format', () => {
  expect(answers(executesExports, 'gfx9')).toEqual([true, true, true, true]);
  expect(answers(executesExports, 'gfx10')).toEqual([true, true, false, false]);
  expect(answers(executesExports, 'gfx10.3')).toEqual([true, true, false, false]);
  expect(answers(executesExports, 'gfx11')).toEqual([true, true, true, true]);
});
