import type { Gfx, MemoryOperation } from '../../arch/index.js';
import { factsOf, MIN_BYPASS_SCOPES } from '../../arch/index.js';
import type { CacheLevel } from './line-cache.js';

/**
 * The caches that may serve an access. All other caches are bypassed, and evict the line if they hold it (S-102).
 */
export interface CachePath {
  /** Whether the nearest cache may serve it: L0, or the scalar cache for scalar loads. */
  readonly nearest: boolean;
  readonly gl1: boolean;
  /** Whether this is a streaming access: it evicts the line that it hits and does not allocate any. */
  readonly streams: boolean;
}

/**
 * Returns the path of a load, according to its coherence bits (pops.md 6). GLC bypasses L0 and the scalar cache. DLC
 * bypasses GL1, except on GFX11, where GLC bypasses GL1 and DLC has a different meaning; GFX9 has no GL1. On GFX9, SLC
 * affects only GL2. On GFX10 and later, it also makes L0 and GL1 evict the line, and together with GLC it bypasses both
 * (LLVM, SIMemoryLegalizer). On GFX12, the scope determines which caches a load bypasses. Atomics are always performed
 * in GL2; drivers do not set their scope.
 */
export function findLoadPath(gfx: Gfx, { access, glc, dlc, slc, scope }: MemoryOperation): CachePath {
  if (access === 'atomic') return { nearest: false, gl1: false, streams: false };
  const { gl1Bit, hasGl1, slcStreams } = factsOf(gfx);
  if (scope !== undefined)
    return {
      nearest: scope < MIN_BYPASS_SCOPES.l0,
      gl1: hasGl1 && scope < MIN_BYPASS_SCOPES.gl1,
      streams: false,
    };
  const bypassesGl1 = gl1Bit === 'glc' ? glc : dlc || (glc && slc);
  return { nearest: !glc, gl1: hasGl1 && !bypassesGl1, streams: slc && slcStreams };
}

/**
 * Returns the cache in which a store may complete, or undefined if it writes through to GL2. Before GFX11, this is L0
 * for stores without GLC. GFX11 writes everything through. On GFX12 and later, it is the first cache that the store's
 * scope does not bypass (U30).
 */
export function findStoreCache(gfx: Gfx, { access, glc, scope }: MemoryOperation): CacheLevel | undefined {
  if (access !== 'store') return undefined;
  if (scope === undefined) return glc || factsOf(gfx).storesWriteThrough ? undefined : 'L0';
  if (scope < MIN_BYPASS_SCOPES.l0) return 'L0';
  return scope < MIN_BYPASS_SCOPES.gl1 ? 'GL1' : undefined;
}

/** Like `findStoreCache`, except that stores with a scope always write through to GL2. */
export function findScopelessStoreCache(gfx: Gfx, operation: MemoryOperation): CacheLevel | undefined {
  return operation.scope === undefined ? findStoreCache(gfx, operation) : undefined;
}
