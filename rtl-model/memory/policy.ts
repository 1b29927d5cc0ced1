import type { Gfx, MemoryOperation } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';

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
 * together with GLC it bypasses both (LLVM, SIMemoryLegalizer). Atomics take place in GL2.
 */
export function loadPath(gfx: Gfx, { access, glc, dlc, slc }: MemoryOperation): CachePath {
  if (access === 'atomic') return { first: false, gl1: false, streams: false };
  const { gl1Bit, hasGl1, slcStreams } = factsOf(gfx);
  const passesGl1 = gl1Bit === 'glc' ? glc : dlc || (glc && slc);
  return { first: !glc, gl1: hasGl1 && !passesGl1, streams: slc && slcStreams };
}

/** Whether a store may be complete in L0: one without GLC before GFX11, which writes everything through. */
export function storeStaysInL0(gfx: Gfx, { access, glc }: MemoryOperation): boolean {
  return access === 'store' && !glc && !factsOf(gfx).storesWriteThrough;
}
