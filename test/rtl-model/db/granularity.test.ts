import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getCoveredPlanes, readGranularity } from '../../../rtl-model/db/granularity.js';
import { scene } from '../../checkers/support/scenes.js';

const mask = fc.integer({ min: 1, max: 0xffff });
const rate = fc.integer({ min: 0, max: 4 });
const atRate = (log2: number) => ({ rate: log2, visible: 0xffff });

it('treats masks with a common bit as overlapping, regardless of their rates (S-127)', () => {
  fc.assert(
    fc.property(mask, mask, rate, rate, (a, b, rateA, rateB) => {
      const overlaps = (getCoveredPlanes(atRate(rateA), a) & getCoveredPlanes(atRate(rateB), b)) !== 0;
      if ((a & b) !== 0) expect(overlaps).toBe(true);
    }),
  );
});

it('distinguishes all mask bits if the rate is at least the sample count, and none at rate 0 (S-116, S-117)', () => {
  expect(getCoveredPlanes(atRate(3), 0b1010)).toBe(0b1010_0000_1010);
  expect(getCoveredPlanes(atRate(4), 0b1010)).toBe(0b1010);
  expect(getCoveredPlanes(atRate(0), 0b1000)).toBe(0xffff);
  expect(getCoveredPlanes(atRate(2), 0x0004) & getCoveredPlanes(atRate(2), 0x00f0 & ~0x0040)).toBe(0);
});

it('ignores mask bits beyond the depth sample count on GFX11 (S-128)', () => {
  expect(getCoveredPlanes({ rate: 2, visible: 1 }, 0b1000)).toBe(0);
  expect(getCoveredPlanes({ rate: 2, visible: 1 }, 0b1001)).toBe(0x1111);
});

it('hides mask bits beyond the depth sample count only from sample interlocks on GFX11 (S-128)', () => {
  const getVisibleMask = (gfx: 'gfx10.3' | 'gfx11', samples: 1 | 2 | 8, depthSamples?: number): number => {
    const registers = depthSamples === undefined ? {} : { DB_Z_INFO: depthSamples << 2 };
    return readGranularity(gfx, scene({ draw: { samples, registers } }).draws[0]).visible;
  };
  for (let depthSamples = 0; depthSamples <= 3; depthSamples++) {
    for (const samples of [2, 8] as const)
      expect(getVisibleMask('gfx11', samples, depthSamples)).toBe(2 ** (1 << depthSamples) - 1);
    expect(getVisibleMask('gfx11', 1, depthSamples)).toBe(0xffff);
    expect(getVisibleMask('gfx10.3', 8, depthSamples)).toBe(0xffff);
  }
  expect(getVisibleMask('gfx11', 8)).toBe(0xffff);
});
