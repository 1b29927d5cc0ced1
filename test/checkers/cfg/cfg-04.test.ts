import { expect, test } from 'vitest';
import { flipped, judgeRegisters } from '../support/registers.js';

test('fires where only SC knows of intrawave collisions: waves then hold overlaps that no one resolves', () => {
  expect(judgeRegisters('navi21', flipped('navi21', 'PA_SC_SHADER_CONTROL', 8)).fired).toEqual(['CFG-04']);
});

test('is silent where neither knows of them, and on a chip whose headers reserve the enable in SC', () => {
  expect(judgeRegisters('navi21').fired).toEqual([]);
  expect(judgeRegisters('mariner', flipped('mariner', 'PA_SC_SHADER_CONTROL', 8)).fired).toEqual([]);
});
