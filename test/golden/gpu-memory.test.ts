import { expect, it } from 'vitest';
import type { ChipName, WaveSize } from '../../arch/index.js';
import { chipOf } from '../../arch/index.js';
import { comparisonsOf, describeComparisons, isInTenth } from './support/gpu-memory.js';

/** Chips of the corpus; the others run the same programs. */
const CHIPS: readonly ChipName[] = [
  'raven',
  'renoir',
  'vega10',
  'vega20',
  'navi10',
  'navi21',
  'vangogh',
  'navi31',
  'navi48',
];

const all = CHIPS.flatMap((chip) =>
  chipOf(chip).waveSizes.flatMap((wave: WaveSize) => comparisonsOf(chip, wave)),
);
const tenth = all.filter(isInTenth);

describeComparisons('in one of ten scenes, chosen by a hash of their names', tenth);

it('chooses about one in ten, of every generation', () => {
  expect(tenth.length).toBeGreaterThan(all.length / 13);
  expect(tenth.length).toBeLessThan(all.length / 7);
  expect(new Set(tenth.map(({ record }) => record.gfx)).size).toBe(5);
});
