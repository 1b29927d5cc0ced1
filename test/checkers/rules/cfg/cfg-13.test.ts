import { expect, test } from 'vitest';
import { judgeRegisters } from '../../support/registers.js';

const DRAIN = { DB_DFSM_CONTROL: 6 };

test('fires if a draw drains while partial squads are held back', () => {
  for (const control of [0, 2, 3]) {
    const { fired } = judgeRegisters('navi14', { ...DRAIN, DB_RENDER_OVERRIDE2: control });
    expect(fired, `${control}`).toContain('CFG-13');
  }
});

test('does not fire if partial squads are launched when a hang is detected, or if nothing drains', () => {
  expect(judgeRegisters('navi14', { ...DRAIN, DB_RENDER_OVERRIDE2: 1 }).fired).toEqual([]);
  expect(judgeRegisters('navi14', { DB_RENDER_OVERRIDE2: 0 }).fired).toEqual([]);
});

test('the rule is reported as unchecked if a draw drains and the squad launch control register is missing', () => {
  expect(judgeRegisters('navi14', DRAIN).missing).toEqual({ 'CFG-13': 'DB_RENDER_OVERRIDE2 of draw 0' });
  expect(judgeRegisters('navi14').missing).toEqual({});
});
