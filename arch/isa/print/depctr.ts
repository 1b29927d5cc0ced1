import type { Gfx } from '../../chips.js';
import { getGenerationEntry, type SinceGeneration } from '../../since-generation.js';
import { DEPENDENCY_FIELDS } from '../dependencies.js';
import { formatHex } from './number.js';

/** A dependency counter's lowest bit and width in `s_waitcnt_depctr`. */
interface DependencyField {
  readonly name: string;
  readonly low: number;
  readonly width: number;
}

const SINCE_GFX10_3: readonly DependencyField[] = Object.entries(DEPENDENCY_FIELDS).map(
  ([name, [low, width]]) => ({
    name: `depctr_${name}`,
    low,
    width,
  }),
);

const FIELDS: SinceGeneration<readonly DependencyField[]> = {
  gfx9: [],
  gfx10: SINCE_GFX10_3.filter(({ name }) => name !== 'depctr_hold_cnt'),
  'gfx10.3': SINCE_GFX10_3,
};

/** Returns the fields of `s_waitcnt_depctr`, in the order in which they are printed. */
export function getDependencyFields(gfx: Gfx): readonly DependencyField[] {
  return getGenerationEntry(FIELDS, gfx);
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
