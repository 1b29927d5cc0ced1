import { expect, test } from 'vitest';
import { flipBits, judgeRegisters } from '../../support/registers.js';

test('warns about option bits that no driver sets', () => {
  expect(judgeRegisters('vega10', flipBits('vega10', 'DB_SHADER_CONTROL', 1 << 17)).fired).toEqual([
    'CFG-21?',
  ]);
  expect(judgeRegisters('navi31', flipBits('navi31', 'DB_SHADER_CONTROL', 1 << 24)).fired).toEqual([
    'CFG-21?',
  ]);
  expect(judgeRegisters('navi31', flipBits('navi31', 'PA_SC_SHADER_CONTROL', 1 << 7)).fired).toEqual([
    'CFG-21?',
  ]);
  expect(judgeRegisters('navi48', flipBits('navi48', 'PA_SC_BINNER_CNTL_0', 1 << 29)).fired).toEqual([
    'CFG-21?',
  ]);
});

test('does not fire for the same bits on generations where they mean nothing', () => {
  expect(judgeRegisters('navi31', flipBits('navi31', 'DB_SHADER_CONTROL', 1 << 17)).fired).toEqual([]);
  expect(judgeRegisters('vega10', flipBits('vega10', 'DB_SHADER_CONTROL', 1 << 24)).fired).toEqual([]);
  expect(judgeRegisters('navi31', flipBits('navi31', 'PA_SC_BINNER_CNTL_0', 1 << 29)).fired).toEqual([]);
});
