import type { Gfx } from '../../chips.js';
import { getGenerationEntry, type SinceGeneration } from '../../since-generation.js';
import { formatHex } from './number.js';

/** A dependency counter's lowest bit and width in `s_waitcnt_depctr`. All ones mean no wait. */
interface DependencyField {
  readonly name: string;
  readonly low: number;
  readonly width: number;
}

const SINCE_GFX10: readonly DependencyField[] = [
  { name: 'depctr_sa_sdst', low: 0, width: 1 },
  { name: 'depctr_va_vdst', low: 12, width: 4 },
  { name: 'depctr_va_sdst', low: 9, width: 3 },
  { name: 'depctr_va_ssrc', low: 8, width: 1 },
  { name: 'depctr_va_vcc', low: 1, width: 1 },
  { name: 'depctr_vm_vsrc', low: 2, width: 3 },
];

const SINCE_GFX10_3: readonly DependencyField[] = [
  { name: 'depctr_hold_cnt', low: 7, width: 1 },
  ...SINCE_GFX10,
];

const FIELDS: SinceGeneration<readonly DependencyField[]> = {
  gfx9: [],
  gfx10: SINCE_GFX10,
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
