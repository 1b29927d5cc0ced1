import { type Chip, hasRegister } from '../../arch/index.js';

/** The registers that a chip has among those that a driver programs for its generation. */
export function chipRegisters(
  chip: Chip,
  registers: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(Object.entries(registers).filter(([name]) => hasRegister(chip, name)));
}
