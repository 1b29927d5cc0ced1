import { expect, test } from 'vitest';
import { CHIP_NAMES, chipOf } from '../../../arch/index.js';
import { readChipName } from '../../../harness/programs/chip-names.js';

test('finds a chip by its name or its processor', () => {
  for (const name of CHIP_NAMES) {
    expect(readChipName(name)).toBe(name);
    expect(chipOf(readChipName(chipOf(name).processor)).processor).toBe(chipOf(name).processor);
  }
  expect(readChipName('gfx1030')).toBe('navi21');
  expect(readChipName('gfx1036')).toBe('vangogh');
});

test('rejects an unknown name and suggests the nearest chip or processor', () => {
  expect(() => readChipName('gfx1103O')).toThrow('Unknown chip "gfx1103O": did you mean gfx1103?');
  expect(() => readChipName('all')).toThrow(
    /^Unknown chip "all": expected raven, renoir, .*, navi48, or a processor such as gfx902$/,
  );
  expect(() => readChipName('navy21')).toThrow('Unknown chip "navy21": did you mean navi21?');
});
