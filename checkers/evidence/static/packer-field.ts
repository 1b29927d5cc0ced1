import { factsOf, type Gfx, getPackerMask, HWREG, type Instruction } from '../../../arch/index.js';

/** Mask of the register number in the immediate of `s_getreg_b32`. */
const NUMBER_MASK = 0x3f;
/** Position of the field that contains the first bit to read. */
const OFFSET_SHIFT = 6;
/** Position of the field that contains the number of bits to read, minus one. */
const SIZE_SHIFT = 11;
/** Mask for each of these two fields. */
const FIELD_MASK = 0x1f;

/** Returns the bits of a hardware register that an `s_getreg_b32` reads, or undefined for other instructions. */
export function getReadBits({ mnemonic, words }: Instruction): RegisterBits | undefined {
  if (mnemonic !== 's_getreg_b32') return undefined;
  const [word] = words;
  return {
    id: word & NUMBER_MASK,
    offset: (word >>> OFFSET_SHIFT) & FIELD_MASK,
    size: ((word >>> SIZE_SHIFT) & FIELD_MASK) + 1,
  };
}

/** Returns the hardware register that an instruction accesses by number, or undefined if there is none. */
export function getHardwareRegister(instruction: Instruction): number | undefined {
  return (instruction.hwreg ?? getReadBits(instruction))?.id;
}

/** The enable bit. The packer number is in the bits above it. */
const ENABLE_BIT = 1;

/** The values of the hardware registers that may contain the packer field. */
export interface HardwareRegisters {
  mode: number;
  popsPacker: number;
}

/** The hardware register bits that an instruction reads or replaces. */
interface RegisterBits {
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
