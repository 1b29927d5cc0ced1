import fc from 'fast-check';
import { chipOf } from '../../../arch/index.js';
import { getCoveredPlanes, readGranularity } from '../../../rtl-model/db/granularity.js';
import { CLEAN_GRANULARITY, planOrdering } from '../../../rtl-model/db/ordering.js';
import { OverlapSet } from '../../../rtl-model/db/overlap-set.js';
import { scene } from '../../checkers/support/scenes.js';

it('overlaps may be missed if the draw or its depth buffer has eight samples (S-129, S-130)', () => {
  const mayMiss = (chip: 'vega10' | 'navi21', samples: 1 | 4 | 8, depthSamples: number): boolean => {
    const registers = { DB_Z_INFO: depthSamples << 2 };
    const [draw] = scene({ chip, draw: { samples, registers } }).draws;
    return planOrdering(chipOf(chip), draw, CLEAN_GRANULARITY).mayMiss;
  };
  expect([mayMiss('vega10', 8, 0), mayMiss('vega10', 1, 3), mayMiss('vega10', 4, 2)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(mayMiss('navi21', 8, 3)).toBe(false);
});

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

const sequences = fc.array(fc.nat(1200), { minLength: 1, maxLength: 600, size: 'max' });

it('holds any number of waves without duplicates, tracks the newest and oldest, and can be reused', () => {
  const set = new OverlapSet();
  fc.assert(
    fc.property(sequences, (members) => {
      set.clear();
      for (const sequence of members) set.add(sequence);
      const expected = [...new Set(members)];
      expect(set.members).toEqual(expected);
      expect([set.newest, set.oldest]).toEqual([Math.max(...members), Math.min(...members)]);
      expect(set.exact).toBe(true);
    }),
  );
});

it('stays exact until a new wave is added conservatively', () => {
  const set = new OverlapSet();
  set.add(3);
  set.addConservatively(3);
  expect(set.exact).toBe(true);
  set.addConservatively(4);
  expect([set.exact, set.count]).toEqual([false, 2]);
  set.clear();
  expect([set.exact, set.count, set.newest, set.oldest]).toEqual([true, 0, -1, -1]);
});
