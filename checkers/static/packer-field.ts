import type { Gfx } from '../../arch/index.js';
import { HWREG } from '../../arch/index.js';

/** Register and bits that associate a wave with its packer (pops.md 3): MODE[25:24], or POPS_PACKER[2:0]. */
const MODE_LOW = 24;
const MODE_MASK = 0x0300_0000;
const POPS_PACKER_MASK = 7;
const ENABLE = 1;

/** Values of the hardware registers that carry the packer. */
export interface HardwareRegisters {
  mode: number;
  popsPacker: number;
}

/** Bits of a hardware register that an instruction reads, or replaces. */
export interface RegisterBits {
  readonly id: number;
  readonly offset: number;
  readonly size: number;
}

/** Whether a write reaches the packer's bits; no write reaches none. */
export function touchesPacker(hwreg: RegisterBits | undefined, gfx: Gfx): boolean {
  if (hwreg === undefined) return false;
  if (gfx === 'gfx9') {
    return hwreg.id === HWREG.MODE && hwreg.offset <= MODE_LOW + 1 && hwreg.offset + hwreg.size > MODE_LOW;
  }
  return hwreg.id === HWREG.POPS_PACKER && hwreg.offset < 3;
}

/** Whether a read gets bits of the packer's field only: what else a register holds, the words do not tell. */
export function isWithinPacker({ id, offset, size }: RegisterBits, gfx: Gfx): boolean {
  if (gfx === 'gfx9') return id === HWREG.MODE && offset >= MODE_LOW && offset + size <= MODE_LOW + 2;
  return id === HWREG.POPS_PACKER && offset + size <= 3;
}

/** Whether some packer is enabled. */
export function hasPacker({ mode, popsPacker }: HardwareRegisters, gfx: Gfx): boolean {
  return gfx === 'gfx9' ? (mode & MODE_MASK) !== 0 : (popsPacker & ENABLE) !== 0;
}

/** The packer's bits, shifted to bit 0. */
export function packerBits({ mode, popsPacker }: HardwareRegisters, gfx: Gfx): number {
  return gfx === 'gfx9' ? (mode & MODE_MASK) >>> MODE_LOW : popsPacker & POPS_PACKER_MASK;
}

/** What these bits must be for a packer: packer + 1 on GFX9, 2 × packer + 1 later. */
export function packerBitsOf(packer: number, gfx: Gfx): number {
  return gfx === 'gfx9' ? packer + 1 : packer * 2 + ENABLE;
}

/** Bits of MODE that a packer write must leave as they were. */
export function otherModeBits({ mode }: HardwareRegisters): number {
  return mode & ~MODE_MASK;
}

/** The register as sentences name it. */
export function packerRegisterName(gfx: Gfx): string {
  return gfx === 'gfx9' ? 'MODE[25:24]' : 'POPS_PACKER[2:0]';
}
