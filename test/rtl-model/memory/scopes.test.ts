import { describe, expect, it } from 'vitest';
import type { Freedoms } from '../../../transactions/index.js';
import { setting } from '../../../transactions/index.js';
import { HierarchyBench } from './hierarchy-bench.js';

/**
 * Slots on a chip with two arrays. Slots 0 and 1 are in different arrays; slots 0 and 2 are in the same array but on
 * different compute units.
 */
const HERE = 0;
const OTHER_ARRAY = 1;
const SAME_ARRAY = 2;

const [UNIT, ENGINE, DEVICE] = [{ scope: 0 }, { scope: 1 }, { scope: 2 }];

/**
 * Returns what three waves read after a store of 7 from `HERE` with the given scope: one on the same compute unit at
 * unit scope, one in the same array at engine scope, and one in the other array at device scope.
 */
function readAfterStore(
  scope: { readonly scope: number },
  knobs: Partial<Freedoms> = {},
): Record<string, number> {
  const read = (slot: number, loadScope: { readonly scope: number }): number => {
    const bench = new HierarchyBench('navi48', 4096, [], knobs);
    bench.store(HERE, 64, 7, scope);
    return bench.load(slot, 64, loadScope).value;
  };
  return {
    ownUnit: read(HERE, UNIT),
    ownArray: read(SAME_ARRAY, ENGINE),
    otherArray: read(OTHER_ARRAY, DEVICE),
  };
}

describe('GFX12 scopes', () => {
  it('limit where a store is visible: after an engine-scope store, other shader arrays still read the old word', () => {
    expect(readAfterStore(UNIT)).toEqual({ ownUnit: 7, ownArray: 0, otherArray: 0 });
    expect(readAfterStore(ENGINE)).toEqual({ ownUnit: 7, ownArray: 7, otherArray: 0 });
    expect(readAfterStore(DEVICE)).toEqual({ ownUnit: 7, ownArray: 7, otherArray: 7 });
  });

  it('determine which caches a load bypasses', () => {
    const bench = new HierarchyBench('navi48');
    for (const slot of [HERE, SAME_ARRAY]) bench.load(slot, 64, UNIT);
    bench.store(OTHER_ARRAY, 64, 7, DEVICE);
    expect(bench.load(HERE, 64, UNIT)).toEqual({ value: 0, level: 'L0' });
    expect(bench.load(HERE, 64, ENGINE)).toEqual({ value: 0, level: 'GL1' });
    expect(bench.load(HERE, 64, DEVICE)).toEqual({ value: 7, level: 'L2' });
  });

  it('keep stored bytes in the caches until write-back, which flushes older GL1 bytes first', () => {
    const bench = new HierarchyBench('navi48');
    expect(bench.store(HERE, 64, 7, ENGINE)).toBe(false);
    expect(bench.store(HERE, 64, 8, UNIT)).toBe(false);
    expect(bench.readWord(64)).toBe(0);
    bench.settle();
    expect([bench.readWord(64), bench.writtenBackCount]).toEqual([8, 2]);
  });

  it('select the caches that an instruction writes back to GL2', () => {
    const words = [UNIT, ENGINE, DEVICE].map(({ scope }) => {
      const bench = new HierarchyBench('navi48');
      bench.store(HERE, 64, 7, UNIT);
      bench.store(HERE, 256, 7, ENGINE);
      bench.writeBack(HERE, scope);
      return [bench.readWord(64), bench.readWord(256)];
    });
    expect(words).toEqual([
      [0, 0],
      [7, 0],
      [7, 7],
    ]);
  });

  it('have no effect on stores when every store is written through (U30), nor does engine scope when there is no GL1 (U31)', () => {
    const writtenThrough = readAfterStore(UNIT, { narrowStores: setting('narrowStores', 'through') });
    expect(writtenThrough).toEqual({ ownUnit: 7, ownArray: 7, otherArray: 7 });
    const withoutGl1 = { middleCache: setting('middleCache', 'passes') };
    expect(readAfterStore(UNIT, withoutGl1).otherArray).toBe(0);
    expect(readAfterStore(ENGINE, withoutGl1).otherArray).toBe(7);
  });
});
