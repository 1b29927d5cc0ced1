import type { CacheName } from '../../arch/index.js';
import type { FaultTable } from '../context.js';
import type { Wave } from '../wave.js';
import type { AccessRecord } from './access-record.js';
import type { CacheSet } from './cache-set.js';
import type { LineCache } from './line-cache.js';

/** The cache hierarchy, as seen by the faults. */
export interface FaultableHierarchy {
  readonly caches: CacheSet;
  /** Performs an access, and returns the nearest level that served any part of it. */
  perform: (record: AccessRecord) => number;
  /** Evicts a line from a cache that a store passes through, if it is present. */
  evictForStore: (cache: LineCache, key: number) => void;
  /** Evicts a line from a cache that a load bypasses. */
  evictForBypass: (cache: LineCache, slot: number) => void;
  /** Invalidates a wave's caches of the given kinds. */
  invalidate: (wave: Wave, kinds: readonly CacheName[]) => void;
}

/** Faults that make caches keep lines they should evict, or make them more coherent than the hardware. */
export const HIERARCHY_FAULTS: FaultTable<FaultableHierarchy> = {
  F150: () => ({ evictForBypass: () => undefined }),
  F230: withSnooping(({ caches }, record) => (caches.hasGl1 ? caches.gl1For(record) : undefined)),
  F231: withSnooping(({ caches }, record) => (isScalar(record) ? undefined : caches.firstFor(record))),
  F232: withSnooping(({ caches }, record) => (isScalar(record) ? caches.firstFor(record) : undefined)),
  F259: (hierarchy) => {
    const perform = hierarchy.perform.bind(hierarchy);
    const evictForStore = hierarchy.evictForStore.bind(hierarchy);
    let isAtomic = false;
    return {
      perform: (record) => {
        isAtomic = record.operation.access === 'atomic';
        const level = perform(record);
        isAtomic = false;
        return level;
      },
      evictForStore: (cache, key) => {
        if (!isAtomic || cache.level !== 'GL1') evictForStore(cache, key);
      },
    };
  },
  F256: (hierarchy) => {
    const invalidate = hierarchy.invalidate.bind(hierarchy);
    return {
      invalidate: (wave, kinds) =>
        invalidate(
          wave,
          kinds.filter((kind) => kind !== 'gl1'),
        ),
    };
  },
};

function isScalar({ operation }: AccessRecord): boolean {
  return operation.space === 'scalar';
}

/** Makes stores that write through to GL2 evict their lines from all caches of one kind. */
function withSnooping(
  findCache: (hierarchy: FaultableHierarchy, record: AccessRecord) => LineCache | undefined,
): (hierarchy: FaultableHierarchy) => Partial<FaultableHierarchy> {
  return (hierarchy) => {
    const perform = hierarchy.perform.bind(hierarchy);
    const usedCaches = new Set<LineCache>();
    return {
      perform: (record) => {
        const cache = findCache(hierarchy, record);
        if (cache !== undefined) usedCaches.add(cache);
        const level = perform(record);
        if (record.operation.access === 'load' || record.dirtyLines > 0) return level;
        for (const line of record.lines.subarray(0, record.lineCount))
          for (const usedCache of usedCaches) hierarchy.evictForStore(usedCache, line);
        return level;
      },
    };
  };
}
