import { expect, test } from 'vitest';
import { flipBits, judgeRegisters } from '../../support/registers.js';

test('fires if memory accesses may return out of order', () => {
  for (const chip of ['navi10', 'vangogh', 'navi32'] as const)
    expect(judgeRegisters(chip, flipBits(chip, 'SPI_SHADER_PGM_RSRC1_PS', 1 << 25)).fired).toEqual([
      'CFG-20',
    ]);
});

test('does not fire on GFX9, which has no bit for this', () => {
  expect(judgeRegisters('renoir').fired).toEqual([]);
});
