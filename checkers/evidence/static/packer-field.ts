import type { Gfx } from '../../../arch/index.js';
import { factsOf, HWREG, packerMask } from '../../../arch/index.js';

/** Bit that enables a packer whose number stands beside it. */
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
  const field = factsOf(gfx).packerField;
  if (hwreg === undefined || field === undefined || hwreg.id !== field.register) return false;
  return hwreg.offset < field.low + field.bits && hwreg.offset + hwreg.size > field.low;
}

/** Whether a read gets bits of the packer's field only: what else a register holds, the words do not tell. */
export function isWithinPacker({ id, offset, size }: RegisterBits, gfx: Gfx): boolean {
  const field = factsOf(gfx).packerField;
  if (field === undefined || id !== field.register) return false;
  return offset >= field.low && offset + size <= field.low + field.bits;
}

/** Whether some packer is enabled. */
export function hasPacker(hardware: HardwareRegisters, gfx: Gfx): boolean {
  const bits = packerBits(hardware, gfx);
  return factsOf(gfx).packerField?.coding === 'one-hot' ? bits !== 0 : (bits & ENABLE) !== 0;
}

/** The packer's bits, shifted to bit 0. */
export function packerBits({ mode, popsPacker }: HardwareRegisters, gfx: Gfx): number {
  const field = factsOf(gfx).packerField;
  if (field === undefined) return 0;
  const value = field.register === HWREG.MODE ? mode : popsPacker;
  return (value >>> field.low) & (2 ** field.bits - 1);
}

/** What these bits must be for a packer: packer + 1 where they are one-hot, else 2 × packer + 1. */
export function packerBitsOf(packer: number, gfx: Gfx): number {
  return factsOf(gfx).packerField?.coding === 'one-hot' ? packer + 1 : packer * 2 + ENABLE;
}

/** Bits of MODE that a packer write must leave as they were. */
export function otherModeBits({ mode }: HardwareRegisters, gfx: Gfx): number {
  const field = factsOf(gfx).packerField;
  return field?.register === HWREG.MODE ? mode & ~packerMask(field) : mode;
}

/** The register as sentences name it. */
export function packerRegisterName(gfx: Gfx): string {
  return factsOf(gfx).packerField?.name ?? 'the packer register';
}
