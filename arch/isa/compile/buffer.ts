import type { MemoryOperation } from '../instruction.js';
import { atomicValues, fillsLds, type MemoryRow, memoryCounter } from '../rows/row.js';
import { fillBufferAddresses } from './buffer-address.js';
import { bufferAddressing, cacheBits } from './buffer-operands.js';
import type { Compile } from './compiled.js';
import { type CompileContext, Unsupported } from './context.js';
import { fillDwordAddresses, formByRange } from './dword-ranges.js';
import { compileLdsLoad } from './lds-load.js';
import { gatherData, scatterData, scatterPart, takeExec, takeUpperHalves } from './memory-data.js';

/** Dwords of a row's data registers; a compare-and-swap carries two values. */
function dataDwords(row: MemoryRow): number {
  return Math.max(1, row.bytes / 4) * atomicValues(row);
}

/** Marks data registers; loads write them, atomics that return write as many as the value has. */
function markData(row: MemoryRow, context: CompileContext, register: number, returns: boolean): void {
  const dwords = dataDwords(row);
  if (row.access !== 'load') context.uses.vector(register, dwords);
  if (row.half !== undefined) context.uses.vector(register);
  if (row.access === 'load') context.defines.vector(register, dwords);
  else if (returns) context.defines.vector(register, row.bytes / 4);
}

/** Compiles loads, stores and atomics through a buffer descriptor. */
export const compileBuffer: Compile<MemoryRow> = (row, context) => {
  if (context.field('tfe') !== 0) throw new Unsupported('buffer tfe');
  if (fillsLds(row, context.raw.fields)) return compileLdsLoad(row, context);
  const returns = row.access === 'atomic' && context.field('glc') !== 0;
  const register = context.field('vdata');
  const data = register * context.lanes;
  const { bytes } = row;
  const how = bufferAddressing(context);
  context.usesExec();
  markData(row, context, register, returns);
  const dwords = dataDwords(row);
  const takesUpper = row.access === 'store' && row.half === 'high';
  const isCheckedByDword = row.access !== 'atomic' && dwords > 1;
  const memory: MemoryOperation = {
    space: 'buffer',
    access: row.access,
    ...(row.atomic === undefined ? {} : { atomic: row.atomic }),
    returns,
    bytes,
    dwords,
    counter: memoryCounter(
      'mubuf',
      row.access === 'store' || (row.access === 'atomic' && !returns),
      context.gfx,
    ),
    ...cacheBits(context),
    prepare: (wave, request) => {
      takeExec(wave, request);
      if (isCheckedByDword) fillDwordAddresses(wave, request, how, dwords);
      else fillBufferAddresses(wave, request, how, bytes);
      if (row.access !== 'load') gatherData(wave, request, data, dwords);
      if (takesUpper) takeUpperHalves(request);
    },
    deliver: (wave, request) => {
      if (bytes < 4) scatterPart(wave, request, data, row);
      else scatterData(wave, request, data, bytes / 4);
    },
  };
  return {
    kind: 'memory',
    memory: isCheckedByDword ? { ...memory, performedAs: formByRange(memory) } : memory,
  };
};
