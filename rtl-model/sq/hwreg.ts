import type { Gfx, Instruction } from '../../arch/index.js';
import { HWREG } from '../../arch/index.js';

/** Packer bits of MODE on GFX9: the lowest, and the first behind them (S-031). */
const MODE_PACKER_LOW = 24;
const MODE_PACKER_END = 26;

/** Whether a write of a hardware register reaches the bits that select the packer. */
export function writesPacker(gfx: Gfx, { hwreg }: Instruction): boolean {
  if (hwreg === undefined) return false;
  if (gfx !== 'gfx9') return hwreg.id === HWREG.POPS_PACKER;
  const { id, offset, size } = hwreg;
  return id === HWREG.MODE && offset < MODE_PACKER_END && offset + size > MODE_PACKER_LOW;
}

/** Takes the packer selection out of a wave's hardware registers. */
export function clearPacker(gfx: Gfx, hw: Int32Array): void {
  if (gfx === 'gfx9') hw[HWREG.MODE] &= ~(3 << 24);
  else hw[HWREG.POPS_PACKER] = 0;
}

/** Packer that a wave's hardware registers select, or -1 while ordering is off for it (S-025…S-032). */
export function selectedPacker(gfx: Gfx, hw: Int32Array): number {
  if (gfx === 'gfx9') {
    const bits = (hw[HWREG.MODE] >>> 24) & 3;
    return bits === 0 ? -1 : bits === 1 ? 0 : 1;
  }
  const value = hw[HWREG.POPS_PACKER];
  return (value & 1) === 0 ? -1 : (value >>> 1) & 3;
}
