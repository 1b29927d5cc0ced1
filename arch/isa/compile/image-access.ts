import type { MemoryOperation } from '../instruction.js';
import { getVectorCounter, type MemoryRow } from '../rows/memory-row.js';
import { returnsOldValue } from '../scope.js';
import { getCacheBits } from './buffer-operands.js';
import type { CompileContext } from './context.js';

/** Returns whether an instruction is an atomic that returns the old texel. */
function isReturningAtomic(row: MemoryRow, context: CompileContext): boolean {
  return row.access === 'atomic' && returnsOldValue(context.raw.fields);
}

/**
 * Returns the properties that all image accesses share. The width defaults to one dword until the descriptor has been
 * read.
 */
export function makeImageAccess(
  row: MemoryRow,
  context: CompileContext,
): Omit<MemoryOperation, 'prepare' | 'deliver'> {
  const returns = isReturningAtomic(row, context);
  return {
    space: 'image',
    access: row.access,
    returns,
    bytes: row.bytes,
    dwords: 1,
    counter: getVectorCounter(row, returns, context.gfx),
    ...getCacheBits(context),
  };
}
