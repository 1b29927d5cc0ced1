import type { Gfx } from '../chips.js';
import { isAtLeast } from '../since-generation.js';
import { SCALAR } from '../wave-state.js';

/** Returns the register number of M0 in machine code. */
export function getM0Code(gfx: Gfx): number {
  return isAtLeast(gfx, 'gfx11') ? 125 : 124;
}

/** Returns the register number of NULL in machine code, or -1 on GFX9, which has none. */
export function getNullCode(gfx: Gfx): number {
  if (gfx === 'gfx9') return -1;
  return isAtLeast(gfx, 'gfx11') ? 124 : 125;
}

/** Returns the first scalar register number after the general-purpose SGPRs. */
export function getSgprLimit(gfx: Gfx): number {
  return gfx === 'gfx9' ? 102 : 106;
}

/**
 * Returns the canonical index of scalar register number 0–127, or -1 for registers that shaders cannot access (trap
 * temporaries, XNACK). Their positions in the operand space are used for other purposes.
 */
export function getScalarIndex(code: number, gfx: Gfx): number {
  if (code === getM0Code(gfx)) return SCALAR.M0;
  if (code === getNullCode(gfx)) return SCALAR.NULL;
  if (code < getSgprLimit(gfx)) return code;
  if (gfx === 'gfx9' && (code === SCALAR.FLAT_SCRATCH_LO || code === SCALAR.FLAT_SCRATCH_LO + 1)) return code;
  if (code === SCALAR.VCC_LO || code === SCALAR.VCC_HI) return code;
  if (code === SCALAR.EXEC_LO || code === SCALAR.EXEC_HI) return code;
  return -1;
}
