import type { GenerationFacts, PackerField } from '../../arch/index.js';
import { getPackerMask } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';

type Facts = Pick<GenerationFacts, 'packerField'>;

/** Clears the packer selection in a wave's hardware registers. */
export function clearPacker({ packerField }: Facts, hw: Int32Array): void {
  if (packerField !== undefined) hw[packerField.register] &= ~getPackerMask(packerField);
}

/** Returns the packer that a wave's hardware registers select, or -1 while ordering is off (S-025 to S-032). */
export function selectedPacker({ packerField }: Facts, hw: Int32Array): number {
  if (packerField === undefined) return -1;
  const value = (hw[packerField.register] & getPackerMask(packerField)) >>> packerField.low;
  assert(value < 1 << packerField.bits, 'the value fits in the field');
  return decodePacker(packerField, value);
}

/**
 * Returns the packer that the field selects, or -1 if it selects none. If both bits of a one-hot field are set, the
 * second packer wins (inferred, not documented).
 */
function decodePacker({ encoding }: PackerField, value: number): number {
  if (encoding === 'one-hot') return value === 0 ? -1 : value === 1 ? 0 : 1;
  return (value & 1) === 0 ? -1 : (value >>> 1) & 3;
}
