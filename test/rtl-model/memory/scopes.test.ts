import { HierarchyBench } from './hierarchy-bench.js';

/**
 * Slots on a chip with two arrays. Slots 0 and 1 are in different arrays; slots 0 and 2 are in the same array but on
 * different compute units.
 */
const HERE = 0;
const OTHER_ARRAY = 1;
const SAME_ARRAY = 2;

const [UNIT, ENGINE, DEVICE] = [{ scope: 0 }, { scope: 1 }, { scope: 2 }];

describe('GFX12 scopes', () => {
  it.each([UNIT, ENGINE, DEVICE])(
    '%o: a store is complete in L2, which every other wave can read',
    (scope) => {
      for (const [slot, loadScope] of [
        [HERE, UNIT],
        [SAME_ARRAY, ENGINE],
        [OTHER_ARRAY, DEVICE],
      ] as const) {
        const bench = new HierarchyBench('navi48');
        expect(bench.store(HERE, 64, 7, scope)).toBe(true);
        expect([bench.readWord(64), bench.load(slot, 64, loadScope).value]).toEqual([7, 7]);
      }
    },
  );

  it('decide whether a load bypasses L0; GL1 is only a buffer', () => {
    const bench = new HierarchyBench('navi48');
    for (const slot of [HERE, SAME_ARRAY]) bench.load(slot, 64, UNIT);
    bench.store(OTHER_ARRAY, 64, 7, DEVICE);
    expect(bench.load(HERE, 64, UNIT)).toEqual({ value: 0, level: 'L0' });
    expect(bench.load(HERE, 64, ENGINE)).toEqual({ value: 7, level: 'L2' });
    expect(bench.load(SAME_ARRAY, 64, DEVICE)).toEqual({ value: 7, level: 'L2' });
  });
});
