import type { Gfx } from '../../chips.js';
import { type CounterName, counterOf } from '../../counters.js';
import type { Fields } from '../formats/layout.js';
import type { RowBase } from './row-base.js';

/** A load, store or atomic in any memory format. */
export interface MemoryRow extends RowBase {
  readonly family: 'memory';
  readonly access: 'load' | 'store' | 'atomic';
  /** The number of bytes that a lane touches in memory. */
  readonly bytes: number;
  /** For sub-dword loads, whether the value is sign-extended. */
  readonly signed?: boolean;
  /** The register half that an 8-bit or 16-bit access reads or writes. The other half is unchanged. */
  readonly half?: 'low' | 'high';
  /** For the GFX11 buffer loads into the local data share, which have no bit for this. */
  readonly fillsLds?: true;
  /** For converting buffer accesses, the number of components, X first. `bytes` is then the size of their registers. */
  readonly components?: number;
  /** For converting buffer accesses, whether components are 16 bits wide and share registers. */
  readonly packsHalves?: boolean;
  /** For LDS instructions that access no memory: lanes send data to, or read it from, the lane that an address names. */
  readonly lanes?: 'permute' | 'bpermute' | 'swizzle';
  /** For LDS, the operands if the kind of access does not imply them, each with its field and register count. */
  readonly takes?: readonly (readonly [field: 'vdst' | 'addr' | 'data0' | 'data1', dwords: number])[];
  /**
   * For scalar memory, the operands if some are missing: only the result, or only the address and its offset. `probe` has a
   * number in place of the data, then the address and offset.
   */
  readonly only?: 'result' | 'address' | 'probe';
  /** For global memory, whether it is addressed by thread number instead of registers. */
  readonly byThread?: true;
  /** For the GDS, whether it accesses a streamout register, which the offset selects instead of an address. */
  readonly ofRegister?: true;
  /** For LDS accesses to two elements with separate offsets, the unit of the offsets in bytes. */
  readonly pairStep?: number;
  readonly atomic?: string;
  /** For LDS atomics with two operands, whether they are in order, or the comparand comes before the new value. */
  readonly operands?: 'two' | 'compare-first';
  /** For atomics whose format has no bit for this, whether they return the old value. */
  readonly returns?: boolean;
  /** `buffer` for a scalar load through a buffer descriptor. */
  readonly descriptor?: 'buffer';
  /** For flat formats, the segment. */
  readonly segment?: 'flat' | 'scratch' | 'global';
  /** For images, whether the coordinates are texel indices or go to a sampler. */
  readonly image?: 'texel' | 'sample';
  /** For samples, the address registers other than the coordinates. */
  readonly sample?: SampleArguments;
  /** For images that return one component of four texels: a linear filter's footprint, or the fragments of one texel. */
  readonly gathers?: 'footprint' | 'fragments';
  /** For texel accesses, whether a level follows the coordinates. */
  readonly namesLevel?: boolean;
  /** For image queries, which access no memory: whether it returns the size of a level or a sample's level of detail. */
  readonly query?: 'size' | 'level';
  /** For texels that are moved dword by dword without conversion. Those smaller than a dword may be sign-extended. */
  readonly raw?: 'zero-extended' | 'sign-extended';
}

/** The address registers that a sample has besides its coordinates, in register order. */
export interface SampleArguments {
  readonly hasOffset: boolean;
  readonly hasBias: boolean;
  /** Whether there is a value to compare the texel with, so that the sample returns 1 or 0. */
  readonly hasReference: boolean;
  /** Both derivatives of each spatial coordinate; `half` means 16 bits wide. */
  readonly derivatives: 'none' | 'whole' | 'half';
  /** The source of the level of detail: derivatives, the value after the coordinates, or 0. */
  readonly level: 'computed' | 'given' | 'zero';
  /** Whether a minimum level follows the coordinates. */
  readonly hasClamp: boolean;
}

/** The counter that a vector access increments. Stores, and atomics without the old value, return nothing. */
export function vectorCounter(row: MemoryRow, returns: boolean, gfx: Gfx): CounterName {
  if (row.image === 'sample') return counterOf(gfx, 'sample');
  return counterOf(gfx, row.access === 'load' || returns ? 'load' : 'store');
}

/** The number of values that an atomic carries: two if a comparand follows the operand. */
export function atomicValues({ atomic }: MemoryRow): number {
  return atomic?.endsWith('cmpswap') === true ? 2 : 1;
}

/** Whether a buffer load's data goes to the local data share, as its opcode or a bit says. */
export function fillsLds(row: MemoryRow, fields: Fields): boolean {
  return row.fillsLds === true || fields.lds === 1;
}
