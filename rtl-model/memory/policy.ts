import type { Gfx, MemoryOperation } from '../../arch/index.js';
import { factsOf, PASSED_FROM } from '../../arch/index.js';
import type { CacheLevel } from './line-cache.js';

/** Caches that may serve an access; any other is bypassed and its line evicted (S-102). */
export interface CachePath {
  /** L0, or the scalar cache for scalar loads. */
  readonly first: boolean;
  readonly gl1: boolean;
  /** The access streams: it evicts the line that serves it, and fills none. */
  readonly streams: boolean;
}

/**
 * Path of a load by its coherence bits (pops.md 6): GLC bypasses L0 and the scalar cache; DLC bypasses GL1, except on GFX11,
 * where GLC does and DLC means something else; GFX9 has no GL1. On GFX9, SLC only affects GL2; since GFX10 it also makes L0 and
 * GL1 drop the line, and with GLC it bypasses both (LLVM, SIMemoryLegalizer). On GFX12 the scope determines the caches that a
 * load bypasses. Atomics are performed in GL2 whatever their scope; drivers set none.
 */
export function loadPath(gfx: Gfx, { access, glc, dlc, slc, scope }: MemoryOperation): CachePath {
  if (access === 'atomic') return { first: false, gl1: false, streams: false };
  const { gl1Bit, hasGl1, slcStreams } = factsOf(gfx);
  if (scope !== undefined)
    return { first: scope < PASSED_FROM.l0, gl1: hasGl1 && scope < PASSED_FROM.gl1, streams: false };
  const passesGl1 = gl1Bit === 'glc' ? glc : dlc || (glc && slc);
  return { first: !glc, gl1: hasGl1 && !passesGl1, streams: slc && slcStreams };
}

/**
 * The cache in which a store may complete. Before GFX11 that is L0 for stores without GLC. GFX11 writes everything through.
 * Since GFX12 it is the first cache that the store's scope does not bypass (U30).
 */
export function storeStaysIn(gfx: Gfx, { access, glc, scope }: MemoryOperation): CacheLevel | undefined {
  if (access !== 'store') return undefined;
  if (scope === undefined) return glc || factsOf(gfx).storesWriteThrough ? undefined : 'L0';
  if (scope < PASSED_FROM.l0) return 'L0';
  return scope < PASSED_FROM.gl1 ? 'GL1' : undefined;
}

/** Like `storeStaysIn`, if stores write through to GL2 at any scope. */
export function storeGoesThrough(gfx: Gfx, operation: MemoryOperation): CacheLevel | undefined {
  return operation.scope === undefined ? storeStaysIn(gfx, operation) : undefined;
}
