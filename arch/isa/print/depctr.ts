import type { Gfx } from '../../chips.js';
import { DEPENDENCY_FIELDS } from '../dependencies.js';
import { formatHex } from './number.js';

/** Returns the fields of `s_waitcnt_depctr`, in the order in which they are printed. GFX10 has no hold counter. */
export function getDependencyFields(gfx: Gfx): readonly { name: string; low: number; width: number }[] {
  return Object.entries(DEPENDENCY_FIELDS)
    .filter(([name]) => name !== 'hold_cnt' || gfx !== 'gfx10')
    .map(([name, [low, width]]) => ({ name: `depctr_${name}`, low, width }));
}

/**
 * Prints the counters that the instruction waits for, or all counters if there is no wait. Prints a number if any bit
 * outside the counters is set.
 */
export function formatDependencies(immediate: number, gfx: Gfx): string {
  const fields = getDependencyFields(gfx).map(({ name, low, width }) => {
    const noWait = 2 ** width - 1;
    return { name, noWait, value: (immediate >>> low) & noWait, mask: noWait << low };
  });
  if ((immediate & ~fields.reduce((mask, field) => mask | field.mask, 0)) !== 0) return formatHex(immediate);
  const limited = fields.filter(({ value, noWait }) => value !== noWait);
  return (limited.length === 0 ? fields : limited).map(({ name, value }) => `${name}(${value})`).join(' ');
}
