import { expect, test } from 'vitest';
import { flipBits, judgeRegisters } from '../../support/registers.js';

test('fires if SC does not supply the collision argument that SPI loads, or vice versa', () => {
  expect(judgeRegisters('vega10', flipBits('vega10', 'PA_SC_SHADER_CONTROL', 4)).fired).toEqual(['CFG-03']);
  expect(judgeRegisters('navi10', flipBits('navi10', 'SPI_SHADER_PGM_RSRC2_PS', 1 << 25)).fired).toContain(
    'CFG-03',
  );
});

test('does not fire if the two agree, or on a chip whose headers reserve the enable bit in SC (U28)', () => {
  expect(judgeRegisters('vega10').fired).toEqual([]);
  expect(judgeRegisters('mariner', flipBits('mariner', 'PA_SC_SHADER_CONTROL', 4)).fired).toEqual([]);
});
