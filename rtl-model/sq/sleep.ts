import type { Gfx } from '../../arch/index.js';

/** Clocks of one unit of `s_sleep`. */
const SLEEP_UNIT = 64;

/** Longest finite sleep in units: bits [6:0] of the immediate (U10). */
const SLEEP_FIELD = 0x7f;

/** Cycles that `s_sleep immediate` lasts by itself; 0 where bit 15 makes it endless (U10, a knob from GFX10 on). */
export function sleepCycles(gfx: Gfx, immediate: number, endless: boolean): number {
  if (endless && gfx !== 'gfx9' && (immediate & 0x8000) !== 0) return 0;
  return (immediate & SLEEP_FIELD) * SLEEP_UNIT;
}

/** Whether an exit wakes sleeping waves: from GFX10 on (S-047, S-048). */
export function exitWakes(gfx: Gfx): boolean {
  return gfx !== 'gfx9';
}
