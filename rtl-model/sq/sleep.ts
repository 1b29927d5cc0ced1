import type { Gfx } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';
import { SLEEP_MASK, SLEEP_UNIT } from './spec.js';

/** The duration of `s_sleep immediate` in cycles, or 0 if bit 15 makes it endless (U10, a knob). */
export function computeSleepCycles(gfx: Gfx, immediate: number, endless: boolean): number {
  if (endless && factsOf(gfx).sleepMayBeEndless && (immediate & 0x8000) !== 0) return 0;
  return (immediate & SLEEP_MASK) * SLEEP_UNIT;
}
