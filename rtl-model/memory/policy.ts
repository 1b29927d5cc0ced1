import type { Gfx, MemoryOperation } from '../../arch/index.js';
import { hasGl1 } from './spec.js';

/** Which caches may serve an access; one that may not is passed by, and gives up its line (S-102). */
export interface CachePath {
  /** L0, or the scalar cache for scalar loads. */
  readonly first: boolean;
  readonly gl1: boolean;
}

/**
 * Path of a load by its coherence bits (pops.md 6): GLC passes L0 and the scalar cache; DLC passes GL1, on GFX11 GLC
 * does, where DLC means something else; GFX9 has no GL1. Atomics take place in GL2.
 */
export function loadPath(gfx: Gfx, { access, glc, dlc }: MemoryOperation): CachePath {
  if (access === 'atomic') return { first: false, gl1: false };
  const passesGl1 = gfx === 'gfx11' ? glc : dlc;
  return { first: !glc, gl1: hasGl1(gfx) && !passesGl1 };
}

/** Whether a store may be complete in L0: one without GLC before GFX11, which writes everything through. */
export function storeStaysInL0(gfx: Gfx, { access, glc }: MemoryOperation): boolean {
  return access === 'store' && gfx !== 'gfx11' && !glc;
}
