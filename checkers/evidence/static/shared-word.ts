import type { Instruction } from '../../../arch/index.js';

/**
 * Whether a load or atomic takes no address from its lanes: all fragments have one word there, such as the counter of a list,
 * which no interlock on pixels orders. Programs may access it wherever they like.
 */
export function accessesSharedWord({ memory, uses }: Instruction): boolean {
  if (memory === undefined || memory.access === 'store') return false;
  return uses.vectors.length <= (memory.access === 'atomic' ? memory.dwords : 0);
}
