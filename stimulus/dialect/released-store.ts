import { factsOf } from '../../arch/index.js';
import type { Dialect } from './dialect.js';

/**
 * A store of one dword that other waves can read once it has been waited for. Where accesses name scopes, it is a narrow store and a
 * write-back to the device, as LLVM releases memory (faults.md F152); elsewhere it is a coherent store.
 */
export function releasedStoreText({ gfx, store }: Dialect, data: string, at: string): string {
  const { coherentScope } = factsOf(gfx);
  if (coherentScope === undefined) return store(data, at);
  return `${store(data, at, { bits: '' })}
  global_wb scope:${coherentScope}`;
}
