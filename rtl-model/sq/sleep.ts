import type { Gfx } from '../../arch/index.js';
import { factsOf } from '../../arch/index.js';
import { SLEEP_MASK, SLEEP_UNIT } from './spec.js';

/** Returns how many cycles `s_sleep immediate` takes, or 0 if bit 15 makes it endless, which a knob allows (U10). */
export function computeSleepCycles(gfx: Gfx, immediate: number, allowsEndless: boolean): number {
  if (allowsEndless && factsOf(gfx).canSleepForever && (immediate & 0x8000) !== 0) return 0;
  return (immediate & SLEEP_MASK) * SLEEP_UNIT;
}
