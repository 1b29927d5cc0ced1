import { expect, test } from 'vitest';
import { flipBits, judgeRegisters } from '../../support/registers.js';

test('fires if primitive ordering is off for a shader with an interlock', () => {
  for (const chip of ['vega10', 'navi10', 'navi21', 'navi31'] as const)
    expect(judgeRegisters(chip, flipBits(chip, 'DB_SHADER_CONTROL', 1 << 16)).fired).toEqual(['CFG-05']);
});

test('does not fire if primitive ordering is on, or if a register is missing', () => {
  expect(judgeRegisters('navi31').fired).toEqual([]);
  const { fired, missing } = judgeRegisters('navi31', { DB_SHADER_CONTROL: undefined });
  expect(fired).toEqual([]);
  expect(missing['CFG-05']).toBe('DB_SHADER_CONTROL of draw 0');
});
