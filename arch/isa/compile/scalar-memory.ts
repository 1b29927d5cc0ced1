import { memoise } from '../../memoise.js';
import type { WaveState } from '../../wave-state.js';
import { advance, decodeOffset, joinAddress } from '../addressing.js';
import { getNullCode } from '../generation.js';
import type { MemoryOperation, MemoryRequest } from '../instruction.js';
import type { OperandType } from '../operand-type.js';
import type { MemoryRow } from '../rows/memory-row.js';
import type { CompileContext } from './context.js';
import { makeAccess } from './lane-access.js';
import { completeOperation, DATA_STRIDE } from './memory-data.js';

const TYPE_BY_BYTES: Readonly<Record<number, OperandType>> = {
  4: 'b32',
  8: 'b64',
  12: 'b96',
  16: 'b128',
  32: 'b256',
  64: 'b512',
};

interface ScalarOffset {
  readonly immediate: number;
  /** Index in `s`, or -1 if there is no register. */
  readonly register: number;
}

/**
 * Resolves a load's offset. On GFX9, it is an immediate, a register, or both with SOFFSET_EN, which adds a register
 * field. Later generations always encode both; NULL means no register.
 */
function resolveOffset(context: CompileContext): ScalarOffset {
  const register = (code: number) => context.scalarSource(code, 'u32');
  if (context.gfx === 'gfx9') {
    const soffset = context.field('soffset_en') ? register(context.field('soffset')) : -1;
    if (context.field('imm') === 0)
      return { immediate: 0, register: soffset < 0 ? register(context.field('offset') & 0x7f) : soffset };
    return { immediate: decodeOffset('smem', context.field('offset'), context.gfx), register: soffset };
  }
  const code = context.field('soffset');
  return {
    immediate: decodeOffset('smem', context.field('offset'), context.gfx),
    register: code === getNullCode(context.gfx) ? -1 : register(code),
  };
}

/**
 * "All components of the address (base, offset, inst_offset, M0) are in bytes, but the two LSBs are ignored and treated
 * as if they were zero" (MI300 manual, "Scalar Memory Addressing"; the RDNA3.5 manual says this of the register). The
 * bits are cleared before the addition.
 */
function computeOffset({ s }: WaveState, { immediate, register }: ScalarOffset): number {
  return (immediate & ~3) + (register < 0 ? 0 : (s[register] & ~3) >>> 0);
}

function getBase({ s }: WaveState, base: number): number {
  return joinAddress(s[base] & ~3, s[base + 1]);
}

type SetAddress = (wave: WaveState, request: MemoryRequest) => void;

function makeAddressSetter(base: number, offset: ScalarOffset, dwords: number): SetAddress {
  return (wave, request) => {
    request.addresses[0] = advance(getBase(wave, base), computeOffset(wave, offset));
    request.dwordsInRange = dwords;
  };
}

/**
 * Returns a setter for addresses in a buffer. Its size is the number of records times the stride. A dword is out of
 * range if `offset >= stride * num_records` (RDNA3.5 manual, "Scalar Memory"). The address is -1 if the first dword is
 * out of range.
 */
function makeBufferAddressSetter(base: number, offset: ScalarOffset, dwords: number): SetAddress {
  return (wave, request) => {
    const { s } = wave;
    const totalOffset = computeOffset(wave, offset);
    const stride = (s[base + 1] >>> 16) & 0x3fff;
    const size = (s[base + 2] >>> 0) * (stride === 0 ? 1 : stride);
    const isOutside = totalOffset < 0 || totalOffset >= size;
    request.addresses[0] = isOutside ? -1 : advance(getBase(wave, base), totalOffset);
    request.dwordsInRange = isOutside ? dwords : Math.min(dwords, Math.ceil((size - totalOffset) / 4));
  };
}

function limitToRange(operation: MemoryOperation): (request: MemoryRequest) => MemoryOperation {
  const limit = memoise((dwords: number) => completeOperation({ ...operation, bytes: 4 * dwords, dwords }));
  return ({ dwordsInRange = operation.dwords }) => limit(dwordsInRange);
}

/** Compiles a scalar load. Lane 0 represents the wave. */
export function compileScalarMemory(row: MemoryRow, context: CompileContext): MemoryOperation {
  const type = TYPE_BY_BYTES[row.bytes];
  const operation = makeAccess(row, context, 'scalar');
  const { dwords } = operation;
  const usesDescriptor = row.descriptor === 'buffer';
  const base = context.scalarSource(context.field('sbase') * 2, usesDescriptor ? 'b128' : 'b64');
  const offset = resolveOffset(context);
  const destination = context.scalarDestination(context.field('sdata'), type);
  const setAddress = usesDescriptor
    ? makeBufferAddressSetter(base, offset, dwords)
    : makeAddressSetter(base, offset, dwords);
  const memory: MemoryOperation = {
    ...operation,
    prepare: (wave, request) => {
      request.lanesLo = 1;
      request.lanesHi = 0;
      setAddress(wave, request);
    },
    deliver: ({ s }, { data, dwordsInRange = dwords }) => {
      for (let d = 0; d < dwords; d++) s[destination + d] = d < dwordsInRange ? data[d * DATA_STRIDE] : 0;
    },
  };
  return usesDescriptor ? { ...memory, resolve: limitToRange(memory) } : memory;
}
