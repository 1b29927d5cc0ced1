import type { Gfx } from '../../chips.js';
import { type CounterName, counterOf } from '../../counters.js';
import type { Fields } from '../formats/layout.js';
import type { RowBase } from './row-base.js';

/** Loads, stores and atomics of every memory format. */
export interface MemoryRow extends RowBase {
  readonly family: 'memory';
  readonly access: 'load' | 'store' | 'atomic';
  /** Bytes a lane touches in memory. */
  readonly bytes: number;
  /** Sub-dword loads: sign extension. */
  readonly signed?: boolean;
  /** Half of the register that a 16-bit access takes or fills; the other half stays. */
  readonly half?: 'low' | 'high';
  /** Buffer loads of GFX11 whose data goes to the local data share, with no bit for it. */
  readonly fillsLds?: true;
  /** Buffer accesses that convert: components that take part, X first; `bytes` are those of their registers. */
  readonly components?: number;
  /** Components of such an access are 16 bits wide and share registers. */
  readonly packsHalves?: boolean;
  /** LDS: no memory is touched, lanes send their data to, or take it from, the lane that an address names. */
  readonly lanes?: 'permute' | 'bpermute' | 'swizzle';
  /** LDS: the operands, where the kind of access does not say them, each a field and its registers. */
  readonly takes?: readonly (readonly [field: 'vdst' | 'addr' | 'data0' | 'data1', dwords: number])[];
  /** Scalar memory: only the result, only the address and its offset, or these and a number in place of the data. */
  readonly only?: 'result' | 'address' | 'probe';
  /** Global memory: the thread's number takes the place of the address in registers. */
  readonly byThread?: true;
  /** GDS: a streamout register, which the offset names in place of an address. */
  readonly ofRegister?: true;
  /** LDS: two elements at offsets of their own, in units of this many bytes. */
  readonly pairStep?: number;
  readonly atomic?: string;
  /** LDS atomics of two operands: both in order, or what is compared with before the new value. */
  readonly operands?: 'two' | 'compare-first';
  /** Atomics of formats without a bit for it: whether the old value comes back. */
  readonly returns?: boolean;
  /** `buffer`: a scalar load through a buffer descriptor. */
  readonly descriptor?: 'buffer';
  /** Flat formats: which of the three. */
  readonly segment?: 'flat' | 'scratch' | 'global';
  /** Images: integer coordinates, or a sampler's. */
  readonly image?: 'texel' | 'sample';
  /** Samples: address registers beside the coordinates. */
  readonly sample?: SampleArguments;
  /** Images: four texels of one component come back: those that a linear filter would take, or fragments of one texel. */
  readonly gathers?: 'footprint' | 'fragments';
  /** Texel accesses that name a level after the coordinates. */
  readonly namesLevel?: boolean;
  /** Images: returns the size of a level, or the level of detail of a sample; accesses no memory. */
  readonly query?: 'size' | 'level';
  /** Texels move without conversion, dword by dword; those below a dword may be sign-extended. */
  readonly raw?: 'zero-extended' | 'sign-extended';
}

/** What a sample takes from address registers beside its coordinates, in the order of the registers. */
export interface SampleArguments {
  readonly hasOffset: boolean;
  readonly hasBias: boolean;
  /** Compares the texel with a value, and gives 1 or 0. */
  readonly hasReference: boolean;
  /** Both derivatives of each spatial coordinate; `half` are 16 bits wide. */
  readonly derivatives: 'none' | 'whole' | 'half';
  /** Where the level of detail comes from: derivatives, the address after the coordinates, or it is 0. */
  readonly level: 'computed' | 'given' | 'zero';
  /** The least level follows the coordinates. */
  readonly hasClamp: boolean;
}

/** Counter that a vector access raises: nothing comes back from a store, nor from an atomic without its old value. */
export function vectorCounter(row: MemoryRow, returns: boolean, gfx: Gfx): CounterName {
  if (row.image === 'sample') return counterOf(gfx, 'sample');
  return counterOf(gfx, row.access === 'load' || returns ? 'load' : 'store');
}

/** Values that an atomic carries: what to compare with follows the operand. */
export function atomicValues({ atomic }: MemoryRow): number {
  return atomic?.endsWith('cmpswap') === true ? 2 : 1;
}

/** Whether a buffer load's data goes to the local data share: its own opcode says so, or a bit. */
export function fillsLds(row: MemoryRow, fields: Fields): boolean {
  return row.fillsLds === true || fields.lds === 1;
}
