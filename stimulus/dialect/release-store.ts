import { factsOf, type Gfx, SCOPES } from '../../arch/index.js';
import type { Dialect } from './dialect.js';

/** The name of a scope. */
type Scope = (typeof SCOPES)[number];

/** Formats the modifier for a scope; empty for the narrowest one. Returns `bits` on generations without scopes. */
export function formatScope(gfx: Gfx, scope: Scope, bits: string): string {
  if (factsOf(gfx).coherentScope === undefined) return bits;
  return scope === SCOPES[0] ? '' : `scope:${scope}`;
}

/**
 * Emits a one-dword store whose data becomes visible to other waves once the wave has waited for the store. With
 * scopes, this is a store with a narrow scope followed by a write-back to the device, which is how LLVM releases
 * memory (faults.md F152). Otherwise, it is a coherent store.
 */
export function emitReleaseStore(
  { gfx, store }: Dialect,
  data: string,
  offset: string,
  storeScope: Scope,
): string {
  const { coherentScope } = factsOf(gfx);
  if (coherentScope === undefined) return store(data, offset);
  return `${store(data, offset, { bits: formatScope(gfx, storeScope, '') })}
  global_wb scope:${coherentScope}`;
}
