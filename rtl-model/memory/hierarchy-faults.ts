import type { FaultFactory, FaultTable } from '../context.js';
import type { AccessRecord } from './access-record.js';
import type { CacheHierarchy } from './hierarchy.js';
import type { LineCache } from './line-cache.js';

/** Faults that make caches keep lines they should evict, or make them more coherent than the hardware. */
export const HIERARCHY_FAULTS: FaultTable<CacheHierarchy> = {
  F150: () => ({ evictForBypass: () => undefined }),
  F230: withSnooping(({ caches }, record) => (caches.hasGl1 ? caches.gl1For(record) : undefined)),
  F231: withSnooping(({ caches }, record) => (isScalar(record) ? undefined : caches.firstFor(record))),
  F232: withSnooping(({ caches }, record) => (isScalar(record) ? caches.firstFor(record) : undefined)),
  F259: (_hierarchy, _context, { perform, evictForStore }) => {
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
  F256: (_hierarchy, _context, { invalidate }) => ({
    invalidate: (wave, kinds) =>
      invalidate(
        wave,
        kinds.filter((kind) => kind !== 'gl1'),
      ),
  }),
};

function isScalar({ operation }: AccessRecord): boolean {
  return operation.space === 'scalar';
}

/** Makes stores that write through to GL2 evict their lines from all caches of one kind. */
function withSnooping(
  findCache: (hierarchy: CacheHierarchy, record: AccessRecord) => LineCache | undefined,
): FaultFactory<CacheHierarchy> {
  return (hierarchy, _, { perform }) => {
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
