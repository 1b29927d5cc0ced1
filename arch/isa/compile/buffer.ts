import { fillsLds, type MemoryRow } from '../rows/memory-row.js';
import { fillBufferAddresses } from './buffer-address.js';
import { resolveBufferAddressing } from './buffer-operands.js';
import type { Compile } from './compiled.js';
import { type CompileContext, UnsupportedError } from './context.js';
import { fillDwordAddresses, splitByRange } from './dword-ranges.js';
import { countDataDwords, type Fill, isReturningAtomic, makeLaneAccess } from './lane-access.js';
import { compileLdsLoad } from './lds-load.js';

/** Marks the data registers as used or defined. Loads write all of them; returning atomics write only one value. */
function markData(row: MemoryRow, context: CompileContext, register: number): void {
  const dwords = countDataDwords(row);
  if (row.access !== 'load') context.uses.vector(register, dwords);
  if (row.half !== undefined) context.uses.vector(register);
  if (row.access === 'load') context.defines.vector(register, dwords);
  else if (isReturningAtomic(row, context)) context.defines.vector(register, row.bytes / 4);
}

/** Compiles loads, stores and atomics that access memory through a buffer descriptor. */
export const compileBuffer: Compile<MemoryRow> = (row, context) => {
  if (context.field('tfe') !== 0) throw new UnsupportedError('buffer tfe');
  if (fillsLds(row, context.raw.fields)) return compileLdsLoad(row, context);
  const register = context.field('vdata');
  const data = register * context.lanes;
  const addressing = resolveBufferAddressing(context);
  context.markExec();
  markData(row, context, register);
  const dwords = countDataDwords(row);
  const checksEachDword = row.access !== 'atomic' && dwords > 1;
  const fill: Fill = checksEachDword
    ? (wave, request) => fillDwordAddresses(wave, request, addressing, dwords)
    : (wave, request) => fillBufferAddresses(wave, request, addressing, row.bytes);
  const target = { space: 'buffer', fill, source: data, destination: data } as const;
  const memory = makeLaneAccess(row, context, target);
  return {
    kind: 'memory',
    memory: checksEachDword ? { ...memory, resolve: splitByRange(memory) } : memory,
  };
};
