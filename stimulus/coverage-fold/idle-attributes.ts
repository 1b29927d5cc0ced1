import type { Chip } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import type { FieldValues } from '../driver/register-fields.js';

/** One draw in this many has idle attributes: at most as many as fit beside the one that is read. */
const SHARE = 4;
const IDLE_MAX = 31;

/** Number of unread attributes of a draw: they leave room for fewer waves in parameter memory, and move the one that is read. */
export function drawIdleAttributes(stream: RandomStream): number {
  return stream.below(SHARE) === 0 ? 1 + stream.below(IDLE_MAX) : 0;
}

/** Fields of their number; on GFX10.3 some of the idle ones, or all, are the primitive's and counted apart. */
export function attributeFields(stream: RandomStream, { gfx }: Chip, idle: number): FieldValues {
  const own = stream.below(2) === 0 ? idle : stream.below(idle + 1);
  const perPrimitive = factsOf(gfx).countsPrimitiveAttributes ? own : 0;
  return {
    'SPI_PS_IN_CONTROL.NUM_INTERP': 1 + idle - perPrimitive,
    'SPI_PS_IN_CONTROL.NUM_PRIM_INTERP': perPrimitive,
  };
}
