import type { Gfx } from '../../arch/index.js';
import { checkFieldName, getRegisterFields } from '../../arch/index.js';

/** Field values, keyed by `REGISTER.FIELD`. */
export type FieldValues = Readonly<Record<string, number>>;

/**
 * Packs field values into registers, starting from `base`. Skips fields that the generation does not have. Throws for
 * fields that no generation has, and for values that do not fit.
 */
export function packRegisters(
  gfx: Gfx,
  values: FieldValues,
  base: Readonly<Record<string, number>> = {},
): Record<string, number> {
  for (const name in values) checkFieldName(name);
  const registers: Record<string, number> = { ...base };
  for (const { name, register, low, ones: max } of getRegisterFields(gfx).values()) {
    const value = values[name];
    if (value === undefined) continue;
    if (value > max) throw new Error(`${value} does not fit in ${name} on ${gfx} (max ${max})`);
    const mask = max * 2 ** low;
    registers[register] = (((registers[register] ?? 0) & ~mask) | (value << low)) >>> 0;
  }
  return registers;
}
