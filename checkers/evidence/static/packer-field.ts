import { factsOf, type Gfx, getPackerMask, HWREG } from '../../../arch/index.js';

/** The enable bit. The packer number is in the bits above it. */
const ENABLE_BIT = 1;

/** The values of the hardware registers that may contain the packer field. */
export interface HardwareRegisters {
  mode: number;
  popsPacker: number;
}

/** The hardware register bits that an instruction reads or replaces. */
export interface RegisterBits {
  readonly id: number;
  readonly offset: number;
  readonly size: number;
}

/** Whether a write touches the packer's bits. False if there is no write. */
export function touchesPacker(hwreg: RegisterBits | undefined, gfx: Gfx): boolean {
  const field = factsOf(gfx).packerField;
  if (hwreg === undefined || field === undefined || hwreg.id !== field.register) return false;
  return hwreg.offset < field.low + field.bits && hwreg.offset + hwreg.size > field.low;
}

/** Whether a read stays within the packer field. The rest of the register is unknown here. */
export function isWithinPacker({ id, offset, size }: RegisterBits, gfx: Gfx): boolean {
  const field = factsOf(gfx).packerField;
  if (field === undefined || id !== field.register) return false;
  return offset >= field.low && offset + size <= field.low + field.bits;
}

/** Whether any packer is enabled. */
export function hasPacker(hardware: HardwareRegisters, gfx: Gfx): boolean {
  const bits = getPackerBits(hardware, gfx);
  return factsOf(gfx).packerField?.encoding === 'one-hot' ? bits !== 0 : (bits & ENABLE_BIT) !== 0;
}

/** Returns the packer's bits, shifted down to bit 0. */
export function getPackerBits({ mode, popsPacker }: HardwareRegisters, gfx: Gfx): number {
  const field = factsOf(gfx).packerField;
  if (field === undefined) return 0;
  const value = field.register === HWREG.MODE ? mode : popsPacker;
  return (value >>> field.low) & (2 ** field.bits - 1);
}

/** Returns the field value for a packer: packer + 1 if the field is one-hot, otherwise 2 × packer + 1. */
export function encodePacker(packer: number, gfx: Gfx): number {
  return factsOf(gfx).packerField?.encoding === 'one-hot' ? packer + 1 : packer * 2 + ENABLE_BIT;
}

/** Returns the MODE bits that a packer write must preserve. */
export function getOtherModeBits({ mode }: HardwareRegisters, gfx: Gfx): number {
  const field = factsOf(gfx).packerField;
  return field?.register === HWREG.MODE ? mode & ~getPackerMask(field) : mode;
}

/** Returns the name of the packer register, for messages. */
export function getPackerRegisterName(gfx: Gfx): string {
  return factsOf(gfx).packerField?.name ?? 'the packer register';
}
