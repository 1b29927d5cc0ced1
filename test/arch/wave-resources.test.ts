import { CHIPS, getMaxWaveRows, getRegisterFiles, roundUpRegisters } from '../../arch/index.js';

/** Vector registers per SIMD for wave64 and their allocation granule, according to LLVM's AMDGPU subtargets. */
const WAVE64_REGISTERS = [
  ['vega10', 256, 4],
  ['navi10', 512, 4],
  ['navi21', 512, 8],
  ['navi33', 512, 8],
  ['navi31', 768, 12],
] as const;

test.each(WAVE64_REGISTERS)(
  '%s has %i vector registers for wave64, allocated in granules of %i',
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

it('counts SGPRs only on GFX9, which has 800 per SIMD and allocates 16 at a time', () => {
  expect(getRegisterFiles(CHIPS.vega10).scalars).toBe(800);
  expect([1, 16, 17].map((requested) => roundUpRegisters(CHIPS.vega10, 64, 1, requested).scalars)).toEqual([
    16, 16, 32,
  ]);
  expect(roundUpRegisters(CHIPS.navi10, 64, 1, 100).scalars).toBe(0);
});

it('allows a wave up to 256 registers, rounded up to whole granules', () => {
  expect([CHIPS.vega10, CHIPS.navi21, CHIPS.navi31].map(getMaxWaveRows)).toEqual([512, 512, 528]);
});
