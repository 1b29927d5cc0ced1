import { factsOf, type Gfx, SCOPES } from '../../arch/index.js';
import type { Dialect } from './dialect.js';

/** The name of a scope. */
type Scope = (typeof SCOPES)[number];

/** The modifier for a scope; empty for the narrowest one. Returns `bits` on generations without scopes. */
export function scopeText(gfx: Gfx, scope: Scope, bits: string): string {
  if (factsOf(gfx).coherentScope === undefined) return bits;
  return scope === SCOPES[0] ? '' : `scope:${scope}`;
}

/**
 * Code for a one-dword store whose data other waves can read once a wait for it completes. With scopes, this is a
 * store with a narrow scope followed by a write-back to the device, which is how LLVM releases memory (faults.md
 * F152). Otherwise, it is a coherent store.
 */
export function releasedStoreText({ gfx, store }: Dialect, data: string, at: string, narrow: Scope): string {
  const { coherentScope } = factsOf(gfx);
  if (coherentScope === undefined) return store(data, at);
  return `${store(data, at, { bits: scopeText(gfx, narrow, '') })}
  global_wb scope:${coherentScope}`;
}
