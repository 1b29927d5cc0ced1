import fc from 'fast-check';
import { type KnobValues, setting } from '../../../transactions/index.js';
import { HierarchyBench } from './hierarchy-bench.js';

/**
 * Slots on a chip with two arrays. Slots 0 and 1 are in different arrays; slots 0 and 2 are in the same array but on
 * different compute units.
 */
const HERE = 0;
const OTHER_ARRAY = 1;
const SAME_ARRAY = 2;

const COHERENT = { glc: true, dlc: true };
const GLC = { glc: true };

/** Returns caches whose line a wave in another array has stored to since it was loaded. */
function makeStaleBench() {
  const bench = new HierarchyBench('navi21');
  bench.load(HERE, 64);
  bench.store(OTHER_ARRAY, 64, 7, GLC);
  return bench;
}

describe('potentially stale caches', () => {
  it('serve a plain load from their line, even if another wave has stored to it in the meantime (S-099)', () => {
    const bench = new HierarchyBench('navi21');
    expect(bench.load(HERE, 64)).toEqual({ value: 0, level: 'L2' });
    expect(bench.store(OTHER_ARRAY, 64, 7, GLC)).toBe(true);
    expect(bench.load(HERE, 64)).toEqual({ value: 0, level: 'L0' });
  });

  it('serve a streaming load without allocating a line, and drop the line on GFX10 and later', () => {
    const SLC = { slc: true };
    const bench = makeStaleBench();
    expect(bench.load(HERE, 64, SLC)).toEqual({ value: 0, level: 'L0' });
    expect(bench.load(SAME_ARRAY, 64, SLC)).toEqual({ value: 0, level: 'GL1' });
    expect(bench.load(HERE, 64, SLC)).toEqual({ value: 7, level: 'L2' });
    expect(bench.load(HERE, 64)).toEqual({ value: 7, level: 'L2' });
    const gfx9 = new HierarchyBench('vega10');
    gfx9.load(HERE, 64);
    gfx9.load(HERE, 64, SLC);
    expect(gfx9.load(HERE, 64, SLC)).toEqual({ value: 0, level: 'L0' });
  });

  it('report the nearest level that held either line of a load that crosses lines', () => {
    const CROSSING = { bytes: 8, dwords: 2 };
    for (const cached of [0, 128]) {
      const bench = new HierarchyBench('navi21');
      bench.load(HERE, cached);
      expect(bench.expectedLevel(HERE, 124, CROSSING)).toBe('L2');
      expect(bench.load(HERE, 124, CROSSING).level).toBe('L0');
      expect(bench.expectedLevel(HERE, 124, CROSSING)).toBe('L0');
      const second = new HierarchyBench('navi21');
      second.load(SAME_ARRAY, cached);
      expect(second.load(HERE, 124, CROSSING).level).toBe('GL1');
    }
  });

  it('write back several stores to a line together, which counts as one change', () => {
    const bench = new HierarchyBench('navi21');
    for (const word of [7, 8, 9]) expect(bench.storeLines(HERE, [0], word)).toBe(false);
    bench.settle();
    expect([64, 68, 72].map((address) => bench.readWord(address))).toEqual([9, 9, 9]);
    expect([bench.writtenBackCount, bench.changes]).toEqual([3, 1]);
  });

  it('serve a streaming load with GLC from GL1, which then drops the line; DLC bypasses GL1', () => {
    const bench = new HierarchyBench('navi21');
    for (const bits of [
      { glc: true, slc: true },
      { glc: true, dlc: true, slc: true },
    ]) {
      bench.load(HERE, 64);
      const before = bench.readWord(64);
      bench.store(OTHER_ARRAY, 64, before + 7, GLC);
      expect(bench.load(HERE, 64, bits)).toEqual(
        bits.dlc === true ? { value: before + 7, level: 'L2' } : { value: before, level: 'GL1' },
      );
      expect(bench.load(SAME_ARRAY, 64)).toEqual({ value: before + 7, level: 'L2' });
      bench.invalidate(HERE, ['l0', 'gl1']);
      bench.invalidate(SAME_ARRAY, ['l0']);
    }
  });

  it('stream only in GL1 on GFX11, whose L0 keeps the line unless it evicts more than it must', () => {
    const read = (knobs: Partial<KnobValues>): string[] => {
      const bench = new HierarchyBench('navi31', 4096, knobs);
      bench.load(HERE, 64);
      return [bench.load(HERE, 64, { slc: true }).level, bench.load(HERE, 64).level];
    };
    expect(read({ streamedLines: setting('streamedLines', 'kept') })).toEqual(['L0', 'L0']);
    expect(read({ streamedLines: setting('streamedLines', 'evicted') })).toEqual(['L0', 'GL1']);
  });

  it('write back the bytes of a streamed line before dropping it', () => {
    const bench = new HierarchyBench('navi21');
    expect(bench.storeLines(HERE, [0], 9)).toBe(false);
    expect(bench.load(HERE, 64, { slc: true })).toEqual({ value: 9, level: 'L0' });
    expect([bench.readWord(64), bench.writtenBackCount]).toEqual([9, 1]);
  });

  it('return fresh data to a wave that has invalidated them', () => {
    const bench = makeStaleBench();
    bench.invalidate(HERE, ['l0']);
    expect(bench.load(HERE, 64)).toEqual({ value: 0, level: 'GL1' });
    bench.invalidate(HERE, ['gl1', 'l0']);
    expect(bench.load(HERE, 64)).toEqual({ value: 7, level: 'L2' });
  });

  it('keep their lines if a wave elsewhere invalidates its own caches', () => {
    const bench = makeStaleBench();
    bench.invalidate(OTHER_ARRAY, ['gl1', 'l0', 'scalar']);
    bench.invalidate(HERE, ['scalar']);
    expect(bench.load(HERE, 64)).toEqual({ value: 0, level: 'L0' });
  });

  it('write back dirty bytes before they are invalidated', () => {
    const bench = new HierarchyBench('navi10');
    expect(bench.storeLines(HERE, [0], 9)).toBe(false);
    bench.invalidate(HERE, ['l0']);
    expect([bench.readWord(64), bench.writtenBackCount]).toEqual([9, 1]);
  });

  it('are invalidated separately for scalar loads', () => {
    const bench = new HierarchyBench('vega10');
    const SCALAR = { space: 'scalar' } as const;
    bench.load(HERE, 64, SCALAR);
    bench.store(OTHER_ARRAY, 64, 7, GLC);
    bench.invalidate(HERE, ['l0', 'gl1', 'instruction']);
    expect(bench.load(HERE, 64, SCALAR).value).toBe(0);
    bench.invalidate(HERE, ['scalar']);
    expect(bench.load(HERE, 64, SCALAR)).toEqual({ value: 7, level: 'L2' });
  });

  it('serve a load without DLC from the GL1 of its array', () => {
    const bench = makeStaleBench();
    expect(bench.load(SAME_ARRAY, 64, GLC)).toEqual({ value: 0, level: 'GL1' });
    expect(bench.load(SAME_ARRAY, 64, COHERENT).value).toBe(7);
  });

  it('are all bypassed by GLC alone on GFX11, where stores need no bits', () => {
    const bench = new HierarchyBench('navi31');
    bench.load(HERE, 64);
    expect(bench.store(OTHER_ARRAY, 64, 7)).toBe(true);
    expect(bench.load(HERE, 64, GLC)).toEqual({ value: 7, level: 'L2' });
  });

  it('have no level between L0 and L2 on GFX9', () => {
    const bench = new HierarchyBench('vega10');
    bench.load(HERE, 64);
    expect(bench.load(SAME_ARRAY, 64).level).toBe('L2');
  });

  it('complete a store of whole lines without GLC in L0, where only its own compute unit sees it until it is written back', () => {
    const bench = new HierarchyBench('navi21');
    expect(bench.storeLines(HERE, [0, 1], 7)).toBe(false);
    expect(bench.load(HERE, 64).value).toBe(7);
    expect(bench.load(OTHER_ARRAY, 64, COHERENT).value).toBe(0);
    bench.settle();
    expect(bench.readWord(64)).toBe(7);
  });

  it.each(['vega10', 'navi31', 'navi48'] as const)('write every store through on %s', (chip) => {
    const bench = new HierarchyBench(chip);
    expect([bench.store(HERE, 64, 7), bench.storeLines(HERE, [0], 7)]).toEqual([true, true]);
  });

  it('write a store through on GFX10 if it leaves a byte of a line, or if the device never holds lines', () => {
    expect(new HierarchyBench('navi21').store(HERE, 64, 7)).toBe(true);
    const passing = { wholeLineStores: setting('wholeLineStores', 'pass') };
    expect(new HierarchyBench('navi21', 4096, passing).storeLines(HERE, [0], 7)).toBe(true);
  });

  it("give a store L0's latency only if it completes there", () => {
    const bench = new HierarchyBench('navi21');
    bench.load(HERE, 64);
    expect(bench.expectedLineLevel(HERE, 0)).toBe('L0');
    expect(bench.expectedLineLevel(HERE, 0, COHERENT)).toBe('L2');
    expect(bench.expectedLevel(HERE, 64, {}, 'store')).toBe('L2');
  });

  it("write back through their own array's GL1, even if the storing wave's record has since been reused", () => {
    const bench = new HierarchyBench('navi21');
    bench.storeLines(HERE, [0], 7, {}, OTHER_ARRAY);
    bench.load(OTHER_ARRAY, 64);
    bench.settle();
    expect(bench.load(SAME_ARRAY, 64)).toEqual({ value: 7, level: 'L2' });
    expect(
      bench.lineEvents.filter(({ kind, cache }) => kind === 'line-invalidated' && cache === 'GL1'),
    ).toEqual([expect.objectContaining({ index: 0 })]);
  });

  it("report a store's arrival in GL2 only once, even if its lines evict each other", () => {
    const bench = new HierarchyBench('navi21', 65536);
    const oneSet = Array.from({ length: 8 }, (_, i) => i * 64);
    bench.storeLines(HERE, oneSet, 7);
    expect(bench.writtenBackCount).toBe(0);
    bench.settle();
    expect(bench.writtenBackCount).toBe(1);
    expect(oneSet.map((line) => bench.readWord(line * 128))).toEqual(oneSet.map(() => 7));
  });

  it('are unaffected by a store with no lanes in range, which completes at once', () => {
    const bench = new HierarchyBench('navi21');
    expect(bench.storeNothing(HERE)).toBe(true);
    bench.settle();
    expect([bench.writtenBackCount, bench.lineEvents]).toEqual([0, []]);
  });
});

const stores = fc.array(
  fc.record({ slot: fc.nat(15), word: fc.nat(63), value: fc.integer(), glc: fc.boolean() }),
  { minLength: 1, maxLength: 60 },
);

describe('cache coherence', () => {
  it('preserves stores by different units to different words of a line (P-043)', () => {
    fc.assert(
      fc.property(stores, (accesses) => {
        const bench = new HierarchyBench('navi21');
        const separateStores = accesses.map((store) => ({ ...store, word: (store.word & ~15) | store.slot }));
        for (const { slot, word, value, glc } of separateStores) bench.store(slot, word * 4, value, { glc });
        bench.settle();
        for (const [index, { word }] of separateStores.entries()) {
          if (separateStores.slice(index + 1).some((later) => later.word === word)) continue;
          expect(bench.readWord(word * 4)).toBe(separateStores[index]!.value);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('lets a unit see its own stores, regardless of evictions', () => {
    const access = fc.record({
      word: fc.nat(32767),
      value: fc.integer(),
      stores: fc.boolean(),
      glc: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(access, { minLength: 200, maxLength: 800 }), (accesses) => {
        const bench = new HierarchyBench('navi10', 4 * 32768);
        const memory = new Map<number, number>();
        for (const { word, value, stores: isStore, glc } of accesses) {
          const address = (word & ~0x3e0) * 4;
          if (isStore) {
            bench.store(HERE, address, value, { glc });
            memory.set(address, value);
          } else expect(bench.load(HERE, address, { glc, dlc: glc }).value).toBe(memory.get(address) ?? 0);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('presents a single memory to coherent accesses from all units', () => {
    fc.assert(
      fc.property(stores, (accesses) => {
        const bench = new HierarchyBench('navi21');
        const memory = new Map<number, number>();
        for (const { slot, word, value } of accesses) {
          bench.load((slot + 5) % 16, word * 4);
          bench.store(slot, word * 4, value, GLC);
          memory.set(word, value);
          expect(bench.load((slot + 3) % 16, word * 4, COHERENT).value).toBe(value);
        }
      }),
      { numRuns: 60 },
    );
  });
});
