import type { CacheName, LineFilled, LineInvalidated } from '../../../transactions/index.js';
import { defineRule, type Problem } from '../../kit.js';

/** Number of bytes per line (P-043). */
const LINE_BYTES = 128;
/** Number of lines per set (P-043). */
const WAYS = 4;

/**
 * The size of each cache in bytes (P-042, P-145). The documents do not give the size of the scalar cache; this is
 * its size in publicly documented chips.
 */
const CACHE_BYTES: Readonly<Record<CacheName, number>> = {
  L0: 32 * 1024,
  GL1: 4 * 32 * 1024,
  scalar: 16 * 1024,
};

/**
 * A smaller cache would evict lines too early. Lines of one memory object share a set if their numbers differ by a
 * multiple of the number of sets. The knob `cacheSets` makes caches smaller.
 */
export const WIRE_03 = defineRule({
  id: 'WIRE-03',
  text: 'A cache holds no more lines than fit in it, fills none twice, and evicts a line only for one of the same set.',
  statements: ['P-018', 'P-038', 'P-042', 'P-095', 'P-096', 'P-145', 'S-107'],
  needs: ['line-filled', 'line-invalidated'],
  unarmedReason: 'no access could have hit a stale cache line',
  skips: {
    accesses: 'that evict a line of another object: the stream does not show whether the lines share a set',
    devices: 'other than our own: two misses of one line may both fill it (lines filled twice)',
  },
  create({ scenario, visibility, isForeign }, judge) {
    if (!visibility.isActive) return {};
    const { cacheSets } = scenario.freedoms;
    const getSetCount = (cache: CacheName): number => {
      const setCount = CACHE_BYTES[cache] / LINE_BYTES / WAYS;
      return cacheSets === 0 ? setCount : Math.min(setCount, cacheSets);
    };
    const findObject = (address: number): string | undefined =>
      scenario.memory.find((object) => address >= object.address && address < object.address + object.bytes)
        ?.name;
    /** The lines that each cache holds, by cache type and index. */
    const linesHeld: Readonly<Record<CacheName, Set<number>[]>> = { L0: [], GL1: [], scalar: [] };
    let evictedLine: LineInvalidated | undefined;

    const report = (cycle: number, problem: Problem): void => {
      if (judge.fires())
        judge.report({
          cycle,
          unit: 'memory',
          place: {},
          ...problem,
          hint: "Check the cache's size, its number of sets, and how a line's set is selected.",
        });
    };
    const checkEviction = (t: LineFilled): void => {
      const { cache, index, cycle, address } = t;
      if (evictedLine?.cycle !== cycle || evictedLine.cache !== cache || evictedLine.index !== index) return;
      const object = findObject(address);
      if (object === undefined || object !== findObject(evictedLine.address)) return;
      judge.armed++;
      const distance = Math.abs(address - evictedLine.address) / LINE_BYTES;
      const evictedAddress = evictedLine.address;
      const setCount = getSetCount(cache);
      if (distance % setCount !== 0)
        report(cycle, {
          allowed: `${cache} ${index} has ${setCount} sets: only lines that are a multiple of ${setCount} lines apart share a set.`,
          observed: `Line 0x${evictedAddress.toString(16)} is evicted for line 0x${address.toString(16)}, ${distance} lines away.`,
        });
    };

    return {
      'line-filled': (t) => {
        checkEviction(t);
        evictedLine = undefined;
        const { cache, index, address } = t;
        linesHeld[cache][index] ??= new Set();
        const lines = linesHeld[cache][index];
        const maxLines = getSetCount(cache) * WAYS;
        judge.armed++;
        if (lines.has(address) && !isForeign)
          report(t.cycle, {
            allowed: `${cache} ${index} is filled only with lines that it does not hold.`,
            observed: `Line 0x${address.toString(16)} is filled again, although nothing has removed it.`,
          });
        lines.add(address);
        if (lines.size > maxLines)
          report(t.cycle, {
            allowed: `${cache} ${index} holds at most ${maxLines} lines.`,
            observed: `Line 0x${address.toString(16)} is line number ${lines.size}.`,
          });
      },
      'line-invalidated': (t) => {
        linesHeld[t.cache][t.index]?.delete(t.address);
        if (t.by === 'eviction') evictedLine = t;
      },
    };
  },
});
