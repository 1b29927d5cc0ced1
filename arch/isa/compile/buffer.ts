import type { MemoryOperation } from '../instruction.js';
import { type MemoryRow, memoryCounter } from '../rows/row.js';
import { type BufferAddressing, fillBufferAddresses } from './buffer-address.js';
import type { Compile } from './compiled.js';
import { type CompileContext, Unsupported } from './context.js';
import { gatherData, scatterData, scatterPart, takeExec, takeUpperHalves } from './memory-data.js';

/** How a buffer access forms its addresses; marks what it uses. */
export function bufferAddressing(context: CompileContext): BufferAddressing {
  return {
    descriptor: context.scalarSource(context.field('srsrc') * 4, 'b128'),
    soffset: context.scalarSource(context.field('soffset'), 'u32'),
    immediate: context.field('offset'),
    ...addressRegisters(context),
    gfx: context.gfx,
  };
}

/** Registers of the index and offset of a buffer access: none, one or both in a pair. */
function addressRegisters(context: CompileContext): { index: number; offset: number } {
  const { lanes } = context;
  const first = context.field('vaddr');
  const hasIndex = context.field('idxen') !== 0;
  const hasOffset = context.field('offen') !== 0;
  const count = Number(hasIndex) + Number(hasOffset);
  if (count > 0) context.uses.vector(first, count);
  return {
    index: hasIndex ? first * lanes : -1,
    offset: hasOffset ? (first + (hasIndex ? 1 : 0)) * lanes : -1,
  };
}

/** Dwords of a row's data registers; a compare-and-swap carries two values. */
function dataDwords(row: MemoryRow): number {
  const values = row.atomic === 'cmpswap' ? 2 : 1;
  return Math.max(1, row.bytes / 4) * values;
}

/** Marks data registers; loads write them, atomics that return write as many as the value has. */
function markData(row: MemoryRow, context: CompileContext, register: number, returns: boolean): void {
  const dwords = dataDwords(row);
  if (row.access !== 'load') context.uses.vector(register, dwords);
  if (row.half !== undefined) context.uses.vector(register);
  if (row.access === 'load') context.defines.vector(register, dwords);
  else if (returns) context.defines.vector(register, row.bytes / 4);
}

/** Bits that ask for coherence, as the words carry them. */
export function cacheBits(context: CompileContext): Pick<MemoryOperation, 'glc' | 'dlc' | 'slc'> {
  const bit = (name: string) => context.field(name) !== 0;
  return { glc: bit('glc'), dlc: bit('dlc'), slc: bit('slc') };
}

/** Compiles loads, stores and atomics through a buffer descriptor. */
export const compileBuffer: Compile<MemoryRow> = (row, context) => {
  if (context.field('tfe') !== 0 || context.field('lds') !== 0) throw new Unsupported('buffer tfe or lds');
  const returns = row.access === 'atomic' && context.field('glc') !== 0;
  const register = context.field('vdata');
  const data = register * context.lanes;
  const { bytes } = row;
  const how = bufferAddressing(context);
  context.usesExec();
  markData(row, context, register, returns);
  const dwords = dataDwords(row);
  const takesUpper = row.access === 'store' && row.half === 'high';
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
      fillBufferAddresses(wave, request, how, bytes);
      if (row.access !== 'load') gatherData(wave, request, data, dwords);
      if (takesUpper) takeUpperHalves(request);
    },
    deliver: (wave, request) => {
      if (bytes < 4) scatterPart(wave, request, data, row);
      else scatterData(wave, request, data, bytes / 4);
    },
  };
  return { kind: 'memory', memory };
};
