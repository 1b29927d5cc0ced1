import { crossesRegion } from '../../../rtl-model/sc/packing.js';

it('two quads are in different regions if a region boundary separates them along either axis', () => {
  for (const edge of [1, 8, 32]) {
    const last = 3 * edge - 1;
    expect(crossesRegion(edge, 2 * edge, 2 * edge, last, last)).toBe(false);
    expect(crossesRegion(edge, last, last, 3 * edge, last)).toBe(true);
    expect(crossesRegion(edge, last, last, last, 3 * edge)).toBe(true);
  }
});

it('no quad leaves its region if there are no regions', () => {
  expect(crossesRegion(0, 0, 0, 1000, 1000)).toBe(false);
});
