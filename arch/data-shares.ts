import type { Gfx } from './chips.js';
import type { MemorySpace } from './isa/instruction.js';

/** Bytes of the global data share, which all waves of the device reach (P-047): the kernel driver gives GFX11 less. */
export function globalShareBytes(gfx: Gfx): number {
  return gfx === 'gfx11' ? 0x1000 : 0x10000;
}

/** Whether accesses go to a data share, local or global, and so to no memory object and through no cache. */
export function isDataShare(space: MemorySpace): boolean {
  return space === 'lds' || space === 'gds';
}
