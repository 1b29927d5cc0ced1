import type { Gfx } from './chips.js';
import type { MemorySpace } from './isa/instruction.js';
import { isAtLeast } from './since-generation.js';

const DWORD_BYTES = 4;

/** Number of 32-bit streamout counters in GDS. */
const STREAMOUT_REGISTERS = 24;
/** Index of the first 64-bit streamout register, which is a pair of counters. */
const FIRST_PAIR = 8;

/**
 * Returns the size in bytes of GDS, which all waves on the device share (P-047). On GFX11, the kernel driver allocates
 * less.
 */
export function globalShareBytes(gfx: Gfx): number {
  return isAtLeast(gfx, 'gfx11') ? 0x1000 : 0x10000;
}

/** Returns the size of GDS in bytes including GFX11's streamout registers, which the models place after it. */
export function globalShareExtent(gfx: Gfx): number {
  return globalShareBytes(gfx) + (isAtLeast(gfx, 'gfx11') ? STREAMOUT_REGISTERS * DWORD_BYTES : 0);
}

/**
 * Returns the address (past the end of GDS) and width in bytes of a GFX11 streamout register, numbered as in
 * `ds_add_gs_reg_rtn` (RDNA3 ISA).
 */
export function getStreamoutRegister(number: number): { readonly address: number; readonly bytes: 4 | 8 } {
  const isPair = number >= FIRST_PAIR;
  const register = isPair ? FIRST_PAIR + 2 * (number - FIRST_PAIR) : number;
  return { address: globalShareBytes('gfx11') + DWORD_BYTES * register, bytes: isPair ? 8 : 4 };
}

/** Returns whether the space is LDS or GDS, rather than memory accessed through caches. */
export function isDataShare(space: MemorySpace): boolean {
  return space === 'lds' || space === 'gds';
}
