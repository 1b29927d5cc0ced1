import type { Gfx, MemoryOperation } from '../../arch/index.js';
import { factsOf, PASSED_FROM } from '../../arch/index.js';
import type { CacheLevel } from './line-cache.js';

/** Which caches may serve an access; a cache that may not is bypassed, and its line evicted (S-102). */
export interface CachePath {
  /** L0, or the scalar cache for scalar loads. */
  readonly first: boolean;
  readonly gl1: boolean;
  /** The access streams: a line that serves it is evicted, and none is filled for it. */
  readonly streams: boolean;
}

/**
 * Path of a load by its coherence bits (pops.md 6): GLC passes L0 and the scalar cache; DLC passes GL1, on GFX11 GLC does, where DLC
 * means something else; GFX9 has no GL1. On GFX9, SLC affects GL2 alone; from GFX10 on it also makes L0 and GL1 drop the line, and
 * together with GLC it bypasses both (LLVM, SIMemoryLegalizer). On GFX12 the scope says how far a load has to go. Atomics take place in
 * GL2, whatever their scope: the driver's have none.
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
 * The cache in which a store may be complete: L0 for one without GLC before GFX11, which writes everything through; from GFX12 on the
 * first one that its scope does not pass (U30).
 */
export function storeStaysIn(gfx: Gfx, { access, glc, scope }: MemoryOperation): CacheLevel | undefined {
  if (access !== 'store') return undefined;
  if (scope === undefined) return glc || factsOf(gfx).storesWriteThrough ? undefined : 'L0';
  if (scope < PASSED_FROM.l0) return 'L0';
  return scope < PASSED_FROM.gl1 ? 'GL1' : undefined;
}

/** As `storeStaysIn`, where stores go through to GL2 however narrow their scope is. */
export function storeGoesThrough(gfx: Gfx, operation: MemoryOperation): CacheLevel | undefined {
  return operation.scope === undefined ? storeStaysIn(gfx, operation) : undefined;
}
