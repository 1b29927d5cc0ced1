import type { MemoryOperation } from '../instruction.js';
import { type MemoryRow, memoryCounter } from '../rows/memory-row.js';
import { cacheBits } from './buffer-operands.js';
import type { CompileContext } from './context.js';

/** Atomics give the old texel back with glc. */
function returnsOld(row: MemoryRow, context: CompileContext): boolean {
  return row.access === 'atomic' && context.field('glc') !== 0;
}

/** What all image accesses have in common; the width is that of a dword until a descriptor is read. */
export function imageAccess(
  row: MemoryRow,
  context: CompileContext,
): Omit<MemoryOperation, 'prepare' | 'deliver'> {
  const returns = returnsOld(row, context);
  const stores = row.access === 'store' || (row.access === 'atomic' && !returns);
  return {
    space: 'image',
    access: row.access,
    returns,
    bytes: row.bytes,
    dwords: 1,
    counter: memoryCounter('mimg', stores, context.gfx),
    ...cacheBits(context),
  };
}
