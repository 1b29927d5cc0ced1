import { factsOf, type Gfx, SCOPES } from '../../arch/index.js';
import type { Dialect } from './dialect.js';

/** A scope by name. */
type Scope = (typeof SCOPES)[number];

/** The modifier of a scope, empty for the narrowest; `bits` if accesses have no scopes. */
export function scopeText(gfx: Gfx, scope: Scope, bits: string): string {
  if (factsOf(gfx).coherentScope === undefined) return bits;
  return scope === SCOPES[0] ? '' : `scope:${scope}`;
}

/**
 * A one-dword store that other waves can read after a wait for it. With scopes, a narrow-scope store and a write-back to the
 * device, as LLVM releases memory (faults.md F152); otherwise a coherent store.
 */
export function releasedStoreText({ gfx, store }: Dialect, data: string, at: string, narrow: Scope): string {
  const { coherentScope } = factsOf(gfx);
  if (coherentScope === undefined) return store(data, at);
  return `${store(data, at, { bits: scopeText(gfx, narrow, '') })}
  global_wb scope:${coherentScope}`;
}
