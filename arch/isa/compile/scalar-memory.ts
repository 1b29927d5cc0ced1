import { counterOf } from '../../counters.js';
import type { WaveState } from '../../wave-state.js';
import { nullCode } from '../generation.js';
import type { MemoryOperation, MemoryRequest } from '../instruction.js';
import { signedOffset } from '../offset-bits.js';
import { dwordsOf, type OperandType } from '../operand-type.js';
import type { MemoryRow } from '../rows/memory-row.js';
import { addressOf, advance } from './address.js';
import { cacheBits } from './buffer-operands.js';
import type { Compile } from './compiled.js';
import type { CompileContext } from './context.js';

const LANES_OF_REQUEST = 64;

const TYPE_OF_BYTES: Readonly<Record<number, OperandType>> = {
  4: 'b32',
  8: 'b64',
  12: 'b96',
  16: 'b128',
  32: 'b256',
  64: 'b512',
};

/** Immediate and register parts of a scalar load's offset. */
interface ScalarOffset {
  readonly immediate: number;
  /** Index in `s`; -1 if no register. */
  readonly register: number;
}

/**
 * On GFX9: an immediate, a register, or both with SOFFSET_EN, which puts the register into a field of its own. Later: both;
 * NULL means no register.
 */
function offsetOf(context: CompileContext): ScalarOffset {
  const register = (code: number) => context.scalarSource(code, 'u32');
  if (context.gfx === 'gfx9') {
    const second = context.field('soffset_en') ? register(context.field('soffset')) : -1;
    if (context.field('imm') === 0)
      return { immediate: 0, register: second < 0 ? register(context.field('offset') & 0x7f) : second };
    return { immediate: signedOffset('smem', context.field('offset'), context.gfx), register: second };
  }
  const code = context.field('soffset');
  return {
    immediate: signedOffset('smem', context.field('offset'), context.gfx),
    register: code === nullCode(context.gfx) ? -1 : register(code),
  };
}

/**
 * "All components of the address (base, offset, inst_offset, M0) are in bytes, but the two LSBs are ignored and treated as if
 * they were zero" (MI300 manual, "Scalar Memory Addressing"; RDNA3.5: the register's): cleared before the addition.
 */
function totalOffset({ s }: WaveState, { immediate, register }: ScalarOffset): number {
  return (immediate & ~3) + (register < 0 ? 0 : (s[register] & ~3) >>> 0);
}

function baseOf({ s }: WaveState, base: number): number {
  return addressOf(s[base] & ~3, s[base + 1]);
}

/** Sets a request's address and how many of its dwords are in range. */
type Place = (wave: WaveState, request: MemoryRequest) => void;

function plainPlace(base: number, offset: ScalarOffset, dwords: number): Place {
  return (wave, request) => {
    request.addresses[0] = advance(baseOf(wave, base), totalOffset(wave, offset));
    request.dwordsInside = dwords;
  };
}

/**
 * Address through a descriptor, whose stride scales the number of records. A dword is out of range if `offset >= stride *
 * num_records` (RDNA3.5 manual, "Scalar Memory"); the address is -1 if the first dword is.
 */
function bufferPlace(base: number, offset: ScalarOffset, dwords: number): Place {
  return (wave, request) => {
    const { s } = wave;
    const inside = totalOffset(wave, offset);
    const stride = (s[base + 1] >>> 16) & 0x3fff;
    const size = (s[base + 2] >>> 0) * (stride === 0 ? 1 : stride);
    const isOutside = inside < 0 || inside >= size;
    request.addresses[0] = isOutside ? -1 : advance(baseOf(wave, base), inside);
    request.dwordsInside = isOutside ? dwords : Math.min(dwords, Math.ceil((size - inside) / 4));
  };
}

/** The load with only its dwords in range. */
function formByReach(operation: MemoryOperation): (request: MemoryRequest) => MemoryOperation {
  const forms = new Map([[operation.dwords, operation]]);
  return ({ dwordsInside = operation.dwords }) => {
    const form = forms.get(dwordsInside) ?? { ...operation, bytes: 4 * dwordsInside, dwords: dwordsInside };
    forms.set(dwordsInside, form);
    return form;
  };
}

/** Compiles scalar loads; lane 0 represents the wave. */
export const compileScalarMemory: Compile<MemoryRow> = (row, context) => {
  const type = TYPE_OF_BYTES[row.bytes];
  const dwords = dwordsOf(type, 64);
  const usesDescriptor = row.descriptor === 'buffer';
  const base = context.scalarSource(context.field('sbase') * 2, usesDescriptor ? 'b128' : 'b64');
  const offset = offsetOf(context);
  const destination = context.scalarDestination(context.field('sdata'), type);
  const place = usesDescriptor ? bufferPlace(base, offset, dwords) : plainPlace(base, offset, dwords);
  const memory: MemoryOperation = {
    space: 'scalar',
    access: 'load',
    returns: false,
    bytes: row.bytes,
    dwords,
    counter: counterOf(context.gfx, 'scalar'),
    ...cacheBits(context),
    prepare: (wave: WaveState, request: MemoryRequest) => {
      request.lanesLo = 1;
      request.lanesHi = 0;
      place(wave, request);
    },
    deliver: ({ s }, { data, dwordsInside = dwords }) => {
      for (let d = 0; d < dwords; d++) s[destination + d] = d < dwordsInside ? data[d * LANES_OF_REQUEST] : 0;
    },
  };
  return {
    kind: 'memory',
    memory: usesDescriptor ? { ...memory, performedAs: formByReach(memory) } : memory,
  };
};
