import type { Instruction } from '../../../arch/index.js';
import type { RegisterBits } from './packer-field.js';

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
