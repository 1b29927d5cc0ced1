import type { Gfx } from '../chips.js';
import { formatHex } from './print/number.js';

/** The instructions that wait for dependency counters, by LLVM name. */
export const DEPENDENCIES: ReadonlySet<string> = new Set(['s_waitcnt_depctr', 's_wait_alu']);

/** An immediate with all fields set, which waits for nothing. */
export const NO_DEPENDENCY_WAIT = 0xffff;

/**
 * Lowest bit and width of each dependency counter's field, in the order in which they are printed. All ones mean no wait
 * (LLVM, `AMDGPU::DepCtr`).
 */
export const DEPENDENCY_FIELDS = {
  hold_cnt: [7, 1],
  sa_sdst: [0, 1],
  va_vdst: [12, 4],
  va_sdst: [9, 3],
  va_ssrc: [8, 1],
  va_vcc: [1, 1],
  vm_vsrc: [2, 3],
} as const;

/** The name of a dependency counter. */
export type DependencyName = keyof typeof DEPENDENCY_FIELDS;

/** Returns the count in one field of an immediate. */
export function readDependency(immediate: number, name: DependencyName): number {
  const [low, width] = DEPENDENCY_FIELDS[name];
  return (immediate >>> low) & (2 ** width - 1);
}

/** Returns the text of an immediate that waits until one counter is 0. */
export function formatDependencyWait(name: DependencyName): string {
  const [low, width] = DEPENDENCY_FIELDS[name];
  return formatHex(NO_DEPENDENCY_WAIT & ~((2 ** width - 1) << low));
}

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
