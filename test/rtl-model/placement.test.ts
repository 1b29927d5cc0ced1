import { CHIP_NAMES, chipOf } from '../../arch/index.js';
import {
  countCus,
  countSimds,
  findShaderArray,
  getCu,
  listPlaces,
  placeOf,
  SIMDS_PER_WGP,
} from '../../rtl-model/placement.js';

it.each(CHIP_NAMES)('the slots of %s use every SIMD before reusing any', (name) => {
  const chip = chipOf(name);
  const simds = countSimds(chip);
  const places = Array.from({ length: 3 * simds }, (_, slot) => placeOf(chip, slot));
  for (let round = 0; round < 3; round++) {
    const roundSimds = places.slice(round * simds, (round + 1) * simds).map(({ simd }) => simd);
    expect(roundSimds.sort((a, b) => a - b)).toEqual(Array.from({ length: simds }, (_, simd) => simd));
  }
  for (const { simd, cu, wgp, shaderArray } of places) {
    expect([wgp, shaderArray]).toEqual([
      Math.floor(simd / SIMDS_PER_WGP),
      Math.floor(wgp / chip.wgpsPerArray),
    ]);
    expect([Math.floor(cu / 2), cu < countCus(chip)]).toEqual([wgp, true]);
    expect(findShaderArray(chip, cu)).toBe(shaderArray);
  }
});

it.each(CHIP_NAMES)(
  'the slots of %s rotate through shader arrays, then processors, then compute units, so waves spread out',
  (name) => {
    const chip = chipOf(name);
    const processors = chip.shaderArrays * chip.wgpsPerArray;
    for (let slot = 0; slot < countSimds(chip); slot++) {
      const { shaderArray, wgp, simd } = placeOf(chip, slot);
      const indexInArray = Math.floor(slot / chip.shaderArrays) % chip.wgpsPerArray;
      expect([shaderArray, wgp % chip.wgpsPerArray, simd % SIMDS_PER_WGP]).toEqual([
        slot % chip.shaderArrays,
        indexInArray,
        [0, 2, 1, 3][Math.floor(slot / processors)],
      ]);
    }
  },
);

it("a WGP's SIMDs form two pairs, each of which is a compute unit (P-113)", () => {
  expect([0, 1, 2, 3, 4, 5].map(getCu)).toEqual([0, 0, 1, 1, 2, 2]);
});

it("a chip's places are computed once and extended when needed", () => {
  const chip = { ...chipOf('navi21') };
  const first = listPlaces(chip, 3);
  expect(first).toHaveLength(3);
  const extended = listPlaces(chip, 5);
  expect(extended).toBe(first);
  expect(extended).toEqual([0, 1, 2, 3, 4].map((slot) => placeOf(chip, slot)));
});
