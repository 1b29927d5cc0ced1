import { expect, test } from 'vitest';
import { judgeRegisters } from '../../support/registers.js';

test("fires if the masks' sample count differs from the draw's", () => {
  expect(judgeRegisters('navi21', { PA_SC_AA_CONFIG: 0x100002 }, { samples: 4 }).fired).toEqual(['CFG-10']);
});

test("does not fire if the two counts agree, regardless of the rasteriser's sample count", () => {
  expect(judgeRegisters('navi21', { PA_SC_AA_CONFIG: 0x200002 }, { samples: 4 }).fired).toEqual([]);
  expect(judgeRegisters('navi21', { PA_SC_AA_CONFIG: 0x200003 }, { samples: 4 }).fired).toEqual([]);
});
