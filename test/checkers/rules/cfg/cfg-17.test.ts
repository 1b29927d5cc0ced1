import { expect, test } from 'vitest';
import { judgeRegisters } from '../../support/registers.js';

/** Registers that neither force fine shading nor enable ordering, as if the section had been optimised away. */
const UNFORCED = { DB_SHADER_CONTROL: 0x600, PA_CL_VRS_CNTL: 0, PA_SC_MODE_CNTL_1: 0x760201bc };
const COARSE = { GE_VRS_RATE: 0x11 };

const listFiredRules = (registers: Readonly<Record<string, number>>): readonly string[] =>
  judgeRegisters('navi21', registers).fired.filter((rule) => rule !== 'CFG-05');

test('fires if a draw with an interlock is shaded coarsely', () => {
  expect(listFiredRules({ ...UNFORCED, ...COARSE })).toEqual(['CFG-17']);
  // Coarse only in one direction: 2x1 and 1x2.
  expect(listFiredRules({ ...UNFORCED, GE_VRS_RATE: 0x01 })).toEqual(['CFG-17']);
  expect(listFiredRules({ ...UNFORCED, GE_VRS_RATE: 0x10 })).toEqual(['CFG-17']);
});

test('does not fire if anything forces fine shading, if no coarse rate is set, or on GFX11', () => {
  expect(listFiredRules({ ...UNFORCED, ...COARSE, DB_SHADER_CONTROL: 0x10600 })).toEqual([]);
  expect(listFiredRules({ ...UNFORCED, ...COARSE, PA_CL_VRS_CNTL: 1 << 9 })).toEqual([]);
  expect(listFiredRules({ ...UNFORCED, ...COARSE, PA_CL_VRS_CNTL: 2 << 9 })).toEqual([]);
  expect(listFiredRules({ ...UNFORCED, ...COARSE, PA_SC_MODE_CNTL_1: 1 << 16 })).toEqual([]);
  expect(listFiredRules({ ...UNFORCED, GE_VRS_RATE: 0 })).toEqual([]);
  expect(judgeRegisters('navi31', COARSE).fired).toEqual([]);
});

test('the rule is reported as unchecked if nothing forces fine shading and the rate is missing', () => {
  expect(judgeRegisters('navi21', UNFORCED).missing).toEqual({ 'CFG-17': 'GE_VRS_RATE of draw 0' });
});
