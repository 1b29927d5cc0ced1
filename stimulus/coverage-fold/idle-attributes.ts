import type { Chip } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import type { FieldValues } from '../driver/register-fields.js';

/** One draw in four has idle attributes, which are never read. */
const IDLE_EVERY = 4;
/** Maximum number of idle attributes: all but the one that is read. */
const MAX_IDLE = 31;

/**
 * Picks the number of idle attributes in a draw. They reduce the number of waves that fit in parameter memory, and
 * shift the attribute that is read.
 */
export function pickIdleAttributes(stream: RandomStream): number {
  return stream.below(IDLE_EVERY) === 0 ? 1 + stream.below(MAX_IDLE) : 0;
}

/**
 * Picks the register fields for the given number of idle attributes. On GFX10.3, a random number of them are
 * per-primitive attributes, which have their own count.
 */
export function pickAttributeFields(stream: RandomStream, { gfx }: Chip, idle: number): FieldValues {
  const primitiveCount = stream.below(2) === 0 ? idle : stream.below(idle + 1);
  const perPrimitive = factsOf(gfx).countsPrimitiveAttributes ? primitiveCount : 0;
  return {
    'SPI_PS_IN_CONTROL.NUM_INTERP': 1 + idle - perPrimitive,
    'SPI_PS_IN_CONTROL.NUM_PRIM_INTERP': perPrimitive,
  };
}
