import { expect, test } from 'vitest';
import { flipped, judgeRegisters } from '../../support/registers.js';

test('fires if the intrinsic rate is not overridden', () => {
  expect(judgeRegisters('navi31', flipped('navi31', 'DB_SHADER_CONTROL', 1 << 25)).fired).toEqual(['CFG-07']);
});

test('is silent if the rate is overridden, and on generations where the bit is meaningless', () => {
  expect(judgeRegisters('navi33').fired).toEqual([]);
  expect(judgeRegisters('navi21').fired).toEqual([]);
});
