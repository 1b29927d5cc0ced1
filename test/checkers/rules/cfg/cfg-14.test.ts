import { expect, test } from 'vitest';
import { judgeRegisters } from '../../support/registers.js';

test('fires if punch-out is not forced off, for example when a write to DB_DFSM_CONTROL is lost', () => {
  expect(judgeRegisters('vega10', { DB_DFSM_CONTROL: 0, DB_Z_INFO: 2 }).fired).toEqual(['CFG-14']);
});

test('does not fire if punch-out is forced off, or on GFX11, which has no such register', () => {
  expect(judgeRegisters('vega10').fired).toEqual([]);
  expect(judgeRegisters('navi31', { DB_DFSM_CONTROL: 0 }).fired).toEqual([]);
});
