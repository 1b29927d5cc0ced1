import type { Gfx } from '../../../arch/index.js';
import { factsOf, HWREG, packerMask } from '../../../arch/index.js';

/** Bit that enables the packer whose number is next to it. */
const ENABLE = 1;

/** Values of the hardware registers that hold the packer. */
export interface HardwareRegisters {
  mode: number;
  popsPacker: number;
}

/** Hardware register bits an instruction reads or replaces. */
export interface RegisterBits {
  readonly id: number;
  readonly offset: number;
  readonly size: number;
}

/** Whether a write reaches the packer's bits; false without a write. */
export function touchesPacker(hwreg: RegisterBits | undefined, gfx: Gfx): boolean {
  const field = factsOf(gfx).packerField;
  if (hwreg === undefined || field === undefined || hwreg.id !== field.register) return false;
  return hwreg.offset < field.low + field.bits && hwreg.offset + hwreg.size > field.low;
}

/** Whether a read only covers the packer's field: other register contents are unknown here. */
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

/** The packer's bits, shifted down to bit 0. */
export function packerBits({ mode, popsPacker }: HardwareRegisters, gfx: Gfx): number {
  const field = factsOf(gfx).packerField;
  if (field === undefined) return 0;
  const value = field.register === HWREG.MODE ? mode : popsPacker;
  return (value >>> field.low) & (2 ** field.bits - 1);
}

/** Required bits for a packer: packer + 1 if one-hot, else 2 × packer + 1. */
export function packerBitsOf(packer: number, gfx: Gfx): number {
  return factsOf(gfx).packerField?.coding === 'one-hot' ? packer + 1 : packer * 2 + ENABLE;
}

/** MODE bits a packer write must preserve. */
export function otherModeBits({ mode }: HardwareRegisters, gfx: Gfx): number {
  const field = factsOf(gfx).packerField;
  return field?.register === HWREG.MODE ? mode & ~packerMask(field) : mode;
}

/** The register's name in sentences. */
export function packerRegisterName(gfx: Gfx): string {
  return factsOf(gfx).packerField?.name ?? 'the packer register';
}
