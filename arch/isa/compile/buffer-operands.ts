import type { MemoryOperation } from '../instruction.js';
import { decodeOffset } from '../offset-bits.js';
import type { BufferAddressing } from './buffer-address.js';
import type { CompileContext } from './context.js';

/** Returns how a buffer access computes its addresses, and marks its registers as used. */
export function resolveBufferAddressing(context: CompileContext): BufferAddressing {
  return {
    descriptor: context.scalarSource(context.field('srsrc') * 4, 'b128'),
    soffset: context.scalarSource(context.field('soffset'), 'u32'),
    immediate: decodeOffset('mubuf', context.field('offset'), context.gfx),
    ...getAddressRegisters(context),
    gfx: context.gfx,
  };
}

/** Returns the index and offset registers of a buffer access, which may have neither, either, or both as a pair. */
function getAddressRegisters(context: CompileContext): { index: number; offset: number } {
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

/** Returns the encoded cache bits and, if the generation has scopes, the encoded scope. */
export function getCacheBits(
  context: CompileContext,
): Pick<MemoryOperation, 'glc' | 'dlc' | 'slc' | 'scope'> {
  const isSet = (name: string) => context.field(name) !== 0;
  const { scope } = context.raw.fields;
  const bits = { glc: isSet('glc'), dlc: isSet('dlc'), slc: isSet('slc') };
  return scope === undefined ? bits : { ...bits, scope };
}
