import { expect, test } from 'vitest';
import { judgeRegisters } from '../../support/registers.js';

test('fires if the collision argument is not loaded', () => {
  const withoutArgument = { SPI_SHADER_PGM_RSRC2_PS: 0x0a, PA_SC_SHADER_CONTROL: 0 };
  for (const chip of ['vega10', 'navi10', 'navi21'] as const)
    expect(judgeRegisters(chip, withoutArgument).fired, chip).toEqual(['CFG-01']);
});

test('does not fire if the argument is loaded, if the register is missing, or on GFX11, which has no argument', () => {
  expect(judgeRegisters('navi21').fired).toEqual([]);
  expect(judgeRegisters('navi31').fired).toEqual([]);
  const { fired, missing } = judgeRegisters('vega10', { SPI_SHADER_PGM_RSRC2_PS: undefined });
  expect(fired).toEqual([]);
  expect(missing['CFG-01']).toBe('SPI_SHADER_PGM_RSRC2_PS of draw 0');
});
