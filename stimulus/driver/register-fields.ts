import type { Gfx } from '../../arch/index.js';
import { checkFieldName, fieldsOf } from '../../arch/index.js';

/** Values by `REGISTER.FIELD`. */
export type FieldValues = Readonly<Record<string, number>>;

/**
 * Registers from field values, merged over the given ones; fields not in the generation are skipped; throws for fields no
 * generation has, and for values that do not fit.
 */
export function packRegisters(
  gfx: Gfx,
  values: FieldValues,
  base: Readonly<Record<string, number>> = {},
): Record<string, number> {
  for (const name in values) checkFieldName(name);
  const registers: Record<string, number> = { ...base };
  for (const { name, register, low, ones } of fieldsOf(gfx).values()) {
    const value = values[name];
    if (value === undefined) continue;
    if (value > ones) throw new Error(`${name} of ${gfx} holds at most ${ones}, not ${value}`);
    const mask = ones * 2 ** low;
    registers[register] = (((registers[register] ?? 0) & ~mask) | (value << low)) >>> 0;
  }
  return registers;
}
