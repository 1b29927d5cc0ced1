import type { Gfx } from '../../chips.js';
import { type SinceGeneration, sinceGeneration } from '../../since-generation.js';
import { hex } from './number.js';

/** The lowest bit and the width of a dependency counter in `s_waitcnt_depctr`. All ones mean that it does not wait. */
export interface DependencyField {
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

/** The fields of `s_waitcnt_depctr`, in the order in which they are printed. */
export function dependencyFields(gfx: Gfx): readonly DependencyField[] {
  return sinceGeneration(FIELDS, gfx);
}

/**
 * Prints the counters that it waits for, or all counters if it does not wait. Prints a number if a set bit does not belong
 * to any counter.
 */
export function dependencyText(immediate: number, gfx: Gfx): string {
  const fields = dependencyFields(gfx).map(({ name, low, width }) => {
    const none = 2 ** width - 1;
    return { name, none, value: (immediate >>> low) & none, mask: none << low };
  });
  if ((immediate & ~fields.reduce((mask, field) => mask | field.mask, 0)) !== 0) return hex(immediate);
  const awaited = fields.filter(({ value, none }) => value !== none);
  return (awaited.length === 0 ? fields : awaited).map(({ name, value }) => `${name}(${value})`).join(' ');
}
