import type { Instruction } from '../../../arch/index.js';
import type { RegisterBits } from './packer-field.js';

/** Mask of the register number in the immediate of `s_getreg_b32`. */
const NUMBER_MASK = 0x3f;
/** Lowest bit of the field that contains the first bit to read. */
const OFFSET_LOW = 6;
/** Lowest bit of the field that contains the number of bits to read, minus one. */
const SIZE_LOW = 11;
/** Mask of either of these fields. */
const FIELD_MASK = 0x1f;

/** Returns the hardware register bits that an instruction reads by number, or undefined if there are none. */
export function getReadBits({ mnemonic, words }: Instruction): RegisterBits | undefined {
  if (mnemonic !== 's_getreg_b32') return undefined;
  const [word] = words;
  return {
    id: word & NUMBER_MASK,
    offset: (word >>> OFFSET_LOW) & FIELD_MASK,
    size: ((word >>> SIZE_LOW) & FIELD_MASK) + 1,
  };
}

/** Returns the hardware register that an instruction reads or writes by number, or undefined if there is none. */
export function getHardwareRegister(instruction: Instruction): number | undefined {
  return (instruction.hwreg ?? getReadBits(instruction))?.id;
}
