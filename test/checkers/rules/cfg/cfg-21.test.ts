import { expect, test } from 'vitest';
import { flipped, judgeRegisters } from '../../support/registers.js';

test('warns about option bits that no driver sets', () => {
  expect(judgeRegisters('vega10', flipped('vega10', 'DB_SHADER_CONTROL', 1 << 17)).fired).toEqual([
    'CFG-21?',
  ]);
  expect(judgeRegisters('navi31', flipped('navi31', 'DB_SHADER_CONTROL', 1 << 24)).fired).toEqual([
    'CFG-21?',
  ]);
  expect(judgeRegisters('navi31', flipped('navi31', 'PA_SC_SHADER_CONTROL', 1 << 7)).fired).toEqual([
    'CFG-21?',
  ]);
});

test('is silent about the same bits on generations where they are meaningless', () => {
  expect(judgeRegisters('navi31', flipped('navi31', 'DB_SHADER_CONTROL', 1 << 17)).fired).toEqual([]);
  expect(judgeRegisters('vega10', flipped('vega10', 'DB_SHADER_CONTROL', 1 << 24)).fired).toEqual([]);
});
