import { expect, test } from 'vitest';
import { flipped, judgeRegisters } from '../../support/registers.js';

test('fires if only SC has intrawave collisions enabled, so that the program does not resolve overlaps', () => {
  expect(judgeRegisters('navi21', flipped('navi21', 'PA_SC_SHADER_CONTROL', 8)).fired).toEqual(['CFG-04']);
});

test('is silent if neither SC nor SPI has them enabled, or on a chip whose headers reserve the bit in SC', () => {
  expect(judgeRegisters('navi21').fired).toEqual([]);
  expect(judgeRegisters('mariner', flipped('mariner', 'PA_SC_SHADER_CONTROL', 8)).fired).toEqual([]);
});
