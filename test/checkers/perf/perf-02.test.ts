import { expect, test } from 'vitest';
import { judgeRegisters } from '../support/registers.js';

const FOUR = { PA_SC_AA_CONFIG: 0x200002, DB_Z_INFO: 2 << 2 };
const DRAW = { samples: 4, interlock: 'sample-ordered' } as const;
const rate = (log2: number) => ({ DB_SHADER_CONTROL: 0x00010600 | (log2 << 20) });

test('warns of a sample interlock that is tracked by pixels', () => {
  expect(judgeRegisters('navi21', { ...FOUR, ...rate(0) }, DRAW).costly).toEqual(['PERF-02']);
});

test('is silent where it is tracked by its samples, and about pixel interlocks', () => {
  expect(judgeRegisters('navi21', { ...FOUR, ...rate(2) }, DRAW).costly).toEqual([]);
  expect(judgeRegisters('navi21', { ...FOUR, ...rate(0) }, { samples: 4 }).costly).toEqual([]);
});
