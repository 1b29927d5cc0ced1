import { expect, test } from 'vitest';
import { judgeRegisters } from '../support/registers.js';

const COARSE = { GE_VRS_RATE: 0x11 };

test('fires where an ordered draw asks for coarse fragments', () => {
  expect(judgeRegisters('navi21', { ...COARSE, PA_CL_VRS_CNTL: 0 }).fired).toEqual(['CFG-17']);
});

test('is silent where the sample iteration overrides them, where none are asked for, and on GFX11', () => {
  expect(judgeRegisters('navi21', COARSE).fired).toEqual([]);
  expect(judgeRegisters('navi21', { ...COARSE, PA_CL_VRS_CNTL: 2 << 9 }).fired).toEqual([]);
  expect(judgeRegisters('navi21', { GE_VRS_RATE: 0, PA_CL_VRS_CNTL: 0 }).fired).toEqual([]);
  expect(judgeRegisters('navi31', { ...COARSE, PA_CL_VRS_CNTL: 0 }).fired).toEqual([]);
});

test('is unchecked where nothing overrides a rate that nobody gave', () => {
  expect(judgeRegisters('navi21', { PA_CL_VRS_CNTL: 0 }).missing).toEqual({
    'CFG-17': 'GE_VRS_RATE of draw 0',
  });
});
