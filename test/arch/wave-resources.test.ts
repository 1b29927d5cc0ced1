import { expect, it, test } from 'vitest';
import { CHIPS, getMaxWaveRows, getRegisterFiles, roundUpRegisters } from '../../arch/index.js';

/** A SIMD's vector registers for wave64 and their granule, according to LLVM's AMDGPU subtargets. */
const WAVE64_REGISTERS = [
  ['vega10', 256, 4],
  ['navi10', 512, 4],
  ['navi21', 512, 8],
  ['navi33', 512, 8],
  ['navi31', 768, 12],
] as const;

test.each(WAVE64_REGISTERS)(
  '%s has %i vector registers for wave64, in granules of %i',
  (name, total, granule) => {
    const chip = CHIPS[name];
    expect(getRegisterFiles(chip).vectorRows).toBe(2 * total);
    for (const [requested, allocated] of [
      [1, granule],
      [granule, granule],
      [granule + 1, 2 * granule],
    ] as const)
      expect(roundUpRegisters(chip, 64, requested, 1).rows, `${requested} registers`).toBe(2 * allocated);
  },
);

it('allocates a wave32 half the rows of a wave64 with the same number of registers', () => {
  expect([32, 64].map((wave) => roundUpRegisters(CHIPS.navi21, wave as 32 | 64, 48, 1).rows)).toEqual([
    48, 96,
  ]);
});

it('only counts SGPRs on GFX9, in granules of 16 out of 800', () => {
  expect(getRegisterFiles(CHIPS.vega10).scalars).toBe(800);
  expect([1, 16, 17].map((requested) => roundUpRegisters(CHIPS.vega10, 64, 1, requested).scalars)).toEqual([
    16, 16, 32,
  ]);
  expect(roundUpRegisters(CHIPS.navi10, 64, 1, 100).scalars).toBe(0);
});

it('allows the largest wave all 256 registers, in whole granules', () => {
  expect([CHIPS.vega10, CHIPS.navi21, CHIPS.navi31].map(getMaxWaveRows)).toEqual([512, 512, 528]);
});
