import { expect, test } from 'vitest';
import { judgeRegisters } from '../../support/registers.js';

test('fires if the sample count of the masks differs from that of the draw', () => {
  expect(judgeRegisters('navi21', { PA_SC_AA_CONFIG: 0x100002 }, { samples: 4 }).fired).toEqual(['CFG-10']);
});

test('does not fire if these counts agree, regardless of the sample count of the rasteriser', () => {
  expect(judgeRegisters('navi21', { PA_SC_AA_CONFIG: 0x200002 }, { samples: 4 }).fired).toEqual([]);
  expect(judgeRegisters('navi21', { PA_SC_AA_CONFIG: 0x200003 }, { samples: 4 }).fired).toEqual([]);
});
