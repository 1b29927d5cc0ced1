import type { Gfx } from './chips.js';
import type { MemorySpace } from './isa/instruction.js';
import { isAtLeast } from './since-generation.js';

const DWORD_BYTES = 4;

/** Number of 32-bit streamout counters in the global data share; from 8 on they form pairs. */
const STREAMOUT_REGISTERS = 24;
const FIRST_OF_PAIRS = 8;

/** Bytes of the global data share, accessible to all waves of the device (P-047); the kernel driver assigns GFX11 less. */
export function globalShareBytes(gfx: Gfx): number {
  return isAtLeast(gfx, 'gfx11') ? 0x1000 : 0x10000;
}

/** Bytes of the global data share plus GFX11's streamout registers, which the models number after it. */
export function globalShareExtent(gfx: Gfx): number {
  return globalShareBytes(gfx) + (isAtLeast(gfx, 'gfx11') ? STREAMOUT_REGISTERS * DWORD_BYTES : 0);
}

/**
 * Offset and width of a GFX11 streamout register in that extent; `number` as in `ds_add_gs_reg_rtn` (RDNA3 ISA).
 */
export function streamoutRegister(number: number): { readonly address: number; readonly bytes: 4 | 8 } {
  const isPair = number >= FIRST_OF_PAIRS;
  const register = isPair ? FIRST_OF_PAIRS + 2 * (number - FIRST_OF_PAIRS) : number;
  return { address: globalShareBytes('gfx11') + DWORD_BYTES * register, bytes: isPair ? 8 : 4 };
}

/** Whether accesses go to a data share, local or global, rather than to a memory object through caches. */
export function isDataShare(space: MemorySpace): boolean {
  return space === 'lds' || space === 'gds';
}
