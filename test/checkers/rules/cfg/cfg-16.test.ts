import { expect, test } from 'vitest';
import { flipBits, judgeRegisters } from '../../support/registers.js';

const outOfOrder = flipBits('navi21', 'PA_SC_MODE_CNTL_1', 1 << 27);

test('fires if a draw with an ordered interlock is rasterised out of order', () => {
  expect(judgeRegisters('navi21', outOfOrder, { interlock: 'sample-ordered' }).fired).toEqual(['CFG-16']);
});

test('does not fire with in-order rasterisation, an unordered interlock, or relaxed order', () => {
  expect(judgeRegisters('navi21').fired).toEqual([]);
  expect(judgeRegisters('navi21', outOfOrder, { interlock: 'pixel-unordered' }).fired).toEqual([]);
  expect(judgeRegisters('navi21', outOfOrder, { order: 'relaxed' }).fired).toEqual([]);
});
