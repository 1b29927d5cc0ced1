import type { Instruction } from '../../../arch/index.js';

/**
 * Whether a load or atomic has no per-lane address, so all fragments share one word, such as a list counter.
 * Pixel interlocks do not order accesses to such a word, and programs may access it anywhere.
 */
export function accessesSharedWord({ memory, uses }: Instruction): boolean {
  if (memory === undefined || memory.access === 'store') return false;
  return uses.vectors.length <= (memory.access === 'atomic' ? memory.dwords : 0);
}
