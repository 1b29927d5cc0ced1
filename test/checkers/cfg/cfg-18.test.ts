import { expect, test } from 'vitest';
import { flipped, judgeRegisters } from '../support/registers.js';

const without = (bits: number) => flipped('navi21', 'DB_SHADER_CONTROL', bits);
const [HIER_FAIL, NOOP, BEFORE_SHADER] = [1 << 9, 1 << 10, 1 << 12];

test('fires where pixels that change no attachment may be dropped before the shader', () => {
  expect(judgeRegisters('navi21', without(NOOP)).fired).toEqual(['CFG-18']);
  expect(judgeRegisters('navi21', without(HIER_FAIL)).fired).toEqual(['CFG-18']);
});

test('is silent where tests come first, which may drop what fails', () => {
  expect(judgeRegisters('navi21', without(HIER_FAIL | BEFORE_SHADER)).fired).toEqual([]);
  expect(judgeRegisters('navi21', without(NOOP | BEFORE_SHADER)).fired).toEqual(['CFG-18']);
});
