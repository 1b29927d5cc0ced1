import { expect, test } from 'vitest';
import { flipBits, judgeRegisters } from '../../support/registers.js';

test('fires if the intrinsic rate is not overridden', () => {
  expect(judgeRegisters('navi31', flipBits('navi31', 'DB_SHADER_CONTROL', 1 << 25)).fired).toEqual([
    'CFG-07',
  ]);
});

test('does not fire if the rate is overridden, or on generations where the bit is meaningless', () => {
  expect(judgeRegisters('navi33').fired).toEqual([]);
  expect(judgeRegisters('navi21').fired).toEqual([]);
});
