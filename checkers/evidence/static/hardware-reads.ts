import type { Instruction } from '../../../arch/index.js';
import type { RegisterBits } from './packer-field.js';

/** Fields of `s_getreg_b32`'s immediate: register number, first bit, and bits minus one. */
const NUMBER_MASK = 0x3f;
const OFFSET_LOW = 6;
const SIZE_LOW = 11;
const PLACE_MASK = 0x1f;

/** Hardware register bits that an instruction reads by number, or undefined. */
export function readBits({ mnemonic, words }: Instruction): RegisterBits | undefined {
  if (mnemonic !== 's_getreg_b32') return undefined;
  const [word] = words;
  return {
    id: word & NUMBER_MASK,
    offset: (word >>> OFFSET_LOW) & PLACE_MASK,
    size: ((word >>> SIZE_LOW) & PLACE_MASK) + 1,
  };
}

/** The hardware register an instruction reads or writes by number, or undefined. */
export function hardwareRegister(instruction: Instruction): number | undefined {
  return (instruction.hwreg ?? readBits(instruction))?.id;
}
