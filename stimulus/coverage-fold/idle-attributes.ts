import type { Chip } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import type { FieldValues } from '../driver/register-fields.js';

/** One draw in four has unused attributes. */
const UNUSED_ODDS = 4;
/** Maximum number of unused attributes: all but the one that is read. */
const MAX_UNUSED = 31;

/**
 * Picks the number of unused attributes in a draw. They reduce the number of waves that fit in parameter memory, and
 * shift the attribute that is read.
 */
export function pickUnusedAttributes(stream: RandomStream): number {
  return stream.below(UNUSED_ODDS) === 0 ? 1 + stream.below(MAX_UNUSED) : 0;
}

/**
 * Picks the register fields for the given number of unused attributes. On GFX10.3, a random number of them are
 * per-primitive attributes, which have their own count.
 */
export function pickAttributeFields(stream: RandomStream, { gfx }: Chip, unused: number): FieldValues {
  const primitiveCount = stream.below(2) === 0 ? unused : stream.below(unused + 1);
  const perPrimitive = factsOf(gfx).countsPrimitiveAttributes ? primitiveCount : 0;
  return {
    'SPI_PS_IN_CONTROL.NUM_INTERP': 1 + unused - perPrimitive,
    'SPI_PS_IN_CONTROL.NUM_PRIM_INTERP': perPrimitive,
  };
}
