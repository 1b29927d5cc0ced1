import { expect, test } from 'vitest';
import { flipBits, judgeRegisters } from '../../support/registers.js';

test('fires if intrawave collisions are enabled only in SC, so the program does not resolve overlaps', () => {
  expect(judgeRegisters('navi21', flipBits('navi21', 'PA_SC_SHADER_CONTROL', 8)).fired).toEqual(['CFG-04']);
});

test('does not fire if neither SC nor SPI enables them, or on a chip whose headers reserve the bit in SC', () => {
  expect(judgeRegisters('navi21').fired).toEqual([]);
  expect(judgeRegisters('mariner', flipBits('mariner', 'PA_SC_SHADER_CONTROL', 8)).fired).toEqual([]);
});
