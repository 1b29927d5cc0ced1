import { type Chip, hasRegister } from '../../arch/index.js';

/** Selects the registers that a chip has from those that a driver programs for its generation. */
export function selectChipRegisters(
  chip: Chip,
  registers: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(Object.entries(registers).filter(([name]) => hasRegister(chip, name)));
}
