import { expect, it } from 'vitest';
import { CHIP_NAMES, chipOf } from '../../arch/index.js';
import { cuCount, placeOf, SIMDS_PER_WGP, simdCount } from '../../rtl-model/placement.js';

it.each(CHIP_NAMES)(
  'slots of %s go to every SIMD once before any comes again, within its processor',
  (name) => {
    const chip = chipOf(name);
    const simds = simdCount(chip);
    const places = Array.from({ length: 3 * simds }, (_, slot) => placeOf(chip, slot));
    for (let round = 0; round < 3; round++) {
      const taken = places.slice(round * simds, (round + 1) * simds).map(({ simd }) => simd);
      expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: simds }, (_, simd) => simd));
    }
    for (const { simd, cu, wgp, shaderArray } of places) {
      expect([wgp, shaderArray]).toEqual([
        Math.floor(simd / SIMDS_PER_WGP),
        Math.floor(wgp / chip.wgpsPerArray),
      ]);
      expect([Math.floor(cu / 2), cu < cuCount(chip)]).toEqual([wgp, true]);
    }
  },
);
