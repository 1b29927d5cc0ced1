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
  /** Register half that an 8- or 16-bit access reads or writes; the other half is unchanged. */
  readonly half?: 'low' | 'high';
  /** GFX11's buffer loads into the local data share, which have no bit for this. */
  readonly fillsLds?: true;
  /** Converting buffer accesses: their components, X first; `bytes` are those of their registers. */
  readonly components?: number;
  /** Converting buffer accesses: components are 16 bits wide and share registers. */
  readonly packsHalves?: boolean;
  /** LDS: accesses no memory; lanes send data to, or read it from, the lane an address names. */
  readonly lanes?: 'permute' | 'bpermute' | 'swizzle';
  /** LDS: the operands if the kind of access does not imply them, each a field and its registers. */
  readonly takes?: readonly (readonly [field: 'vdst' | 'addr' | 'data0' | 'data1', dwords: number])[];
  /**
   * Scalar memory operands: only the result; only the address and its offset; or, as `probe`, a number in place of the data,
   * address and offset.
   */
  readonly only?: 'result' | 'address' | 'probe';
  /** Global memory: addressed by thread number instead of registers. */
  readonly byThread?: true;
  /** GDS: a streamout register, named by the offset instead of an address. */
  readonly ofRegister?: true;
  /** LDS: two elements with their own offsets, in units of this many bytes. */
  readonly pairStep?: number;
  readonly atomic?: string;
  /** LDS atomics with two operands: in order, or comparand first, then the new value. */
  readonly operands?: 'two' | 'compare-first';
  /** Atomics whose format has no bit for this: whether they return the old value. */
  readonly returns?: boolean;
  /** `buffer`: a scalar load through a buffer descriptor. */
  readonly descriptor?: 'buffer';
  /** Flat formats: the segment. */
  readonly segment?: 'flat' | 'scratch' | 'global';
  /** Images: integer or sampler coordinates. */
  readonly image?: 'texel' | 'sample';
  /** Samples: address registers other than the coordinates. */
  readonly sample?: SampleArguments;
  /** Images: returns four texels of one component: a linear filter's footprint, or the fragments of one texel. */
  readonly gathers?: 'footprint' | 'fragments';
  /** Texel accesses with a level after the coordinates. */
  readonly namesLevel?: boolean;
  /** Images: returns the size of a level, or the level of detail of a sample; accesses no memory. */
  readonly query?: 'size' | 'level';
  /** Texels move unconverted, dword by dword; those below a dword may be sign-extended. */
  readonly raw?: 'zero-extended' | 'sign-extended';
}

/** Address registers of a sample besides its coordinates, in register order. */
export interface SampleArguments {
  readonly hasOffset: boolean;
  readonly hasBias: boolean;
  /** A value to compare the texel with; the sample returns 1 or 0. */
  readonly hasReference: boolean;
  /** Both derivatives of each spatial coordinate; `half`: 16 bits wide. */
  readonly derivatives: 'none' | 'whole' | 'half';
  /** Source of the level of detail: derivatives, the address after the coordinates, or 0. */
  readonly level: 'computed' | 'given' | 'zero';
  /** The minimum level follows the coordinates. */
  readonly hasClamp: boolean;
}

/** Counter raised by a vector access: stores, and atomics without their old value, return nothing. */
export function vectorCounter(row: MemoryRow, returns: boolean, gfx: Gfx): CounterName {
  if (row.image === 'sample') return counterOf(gfx, 'sample');
  return counterOf(gfx, row.access === 'load' || returns ? 'load' : 'store');
}

/** Number of values an atomic carries: two if a comparand follows the operand. */
export function atomicValues({ atomic }: MemoryRow): number {
  return atomic?.endsWith('cmpswap') === true ? 2 : 1;
}

/** Whether a buffer load's data goes to the local data share, by its opcode or a bit. */
export function fillsLds(row: MemoryRow, fields: Fields): boolean {
  return row.fillsLds === true || fields.lds === 1;
}
