import { type Chip, hasRegister } from '../../arch/index.js';

/** The registers that a chip has, of those that a driver for its generation programs. */
export function chipRegisters(
  chip: Chip,
  registers: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(Object.entries(registers).filter(([name]) => hasRegister(chip, name)));
}
