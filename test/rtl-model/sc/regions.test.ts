import { makeRegionMap } from '../../../rtl-model/sc/scan-converter.js';
import { defaultKnobs } from '../../../transactions/index.js';

/** Returns which packer owns the first and last pixel of each region along the top and left edges. */
function findOwners(regionMap: number, packers: number, granule: number, size: number) {
  const owner = makeRegionMap({ ...defaultKnobs(), packers, regionMap, regionSize: 8 }, granule);
  const edges = [0, 1, 2, 3, 4].flatMap((region) => [region * size, region * size + size - 1]);
  return { alongX: edges.map((x) => owner(x, 0)), alongY: edges.map((y) => owner(0, y)) };
}

it('assigns regions to packers in a checkerboard, or row by row, depending on the regionMap knob (P-059)', () => {
  const rotating = [0, 0, 1, 1, 2, 2, 3, 3, 0, 0];
  expect(findOwners(0, 4, 1, 8)).toEqual({ alongX: rotating, alongY: rotating });
  expect(findOwners(1, 4, 1, 8)).toEqual({ alongX: rotating.map(() => 0), alongY: rotating });
});

it('rounds regions up to whole coarse quads, and assigns every region to the only packer if there is just one', () => {
  expect(findOwners(0, 2, 5, 10).alongX).toEqual([0, 0, 1, 1, 0, 0, 1, 1, 0, 0]);
  expect(findOwners(0, 1, 1, 8).alongX.every((packer) => packer === 0)).toBe(true);
});
