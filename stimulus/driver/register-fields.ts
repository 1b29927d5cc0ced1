import type { Gfx } from '../../arch/index.js';
import { REGISTER_FIELDS } from '../../arch/index.js';

/** Values by `REGISTER.FIELD`. */
export type FieldValues = Readonly<Record<string, number>>;

/**
 * Registers from the values of their fields, put over the given ones; a field that the generation lacks is left out.
 */
export function packRegisters(
  gfx: Gfx,
  values: FieldValues,
  over: Readonly<Record<string, number>> = {},
): Record<string, number> {
  const registers: Record<string, number> = { ...over };
  for (const { register, field, low, high, generations } of REGISTER_FIELDS) {
    const value = values[`${register}.${field}`];
    if (value === undefined || !generations.includes(gfx)) continue;
    const mask = (2 ** (high - low + 1) - 1) * 2 ** low;
    registers[register] = (((registers[register] ?? 0) & ~mask) | (value << low)) >>> 0;
  }
  return registers;
}
