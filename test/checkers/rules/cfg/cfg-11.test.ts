import { expect, test } from 'vitest';
import { judgeRegisters } from '../../support/registers.js';

test('fires if neither colour nor depth reserves export space', () => {
  for (const chip of ['vega10', 'navi10', 'navi31'] as const)
    expect(judgeRegisters(chip, { SPI_SHADER_COL_FORMAT: 0 }).fired, chip).toEqual(['CFG-11']);
});

test('does not fire if colour or depth reserves export space', () => {
  expect(judgeRegisters('navi31').fired).toEqual([]);
  const depth = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 1 };
  expect(judgeRegisters('navi31', depth).fired).toEqual([]);
});

test('needs the depth format only if colour reserves no export space', () => {
  const noColour = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: undefined };
  expect(judgeRegisters('navi31', noColour).missing['CFG-11']).toBe('SPI_SHADER_Z_FORMAT of draw 0');
  expect(judgeRegisters('navi31', { SPI_SHADER_Z_FORMAT: undefined }).missing).toEqual({});
});
