import type { Instruction } from '../../../arch/index.js';

/**
 * Returns whether a load or atomic has no per-lane address. All fragments then share one word, such as a list
 * counter, which no pixel interlock orders. Programs may access it anywhere.
 */
export function accessesSharedWord({ memory, uses }: Instruction): boolean {
  if (memory === undefined || memory.access === 'store') return false;
  return uses.vectors.length <= (memory.access === 'atomic' ? memory.dwords : 0);
}
