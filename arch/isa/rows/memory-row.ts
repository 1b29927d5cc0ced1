import type { Gfx } from '../../chips.js';
import { type CounterName, getCounter } from '../../counters.js';
import type { Fields } from '../formats/layout.js';
import type { RowBase } from './row-base.js';

/** A load, store or atomic in any memory format. */
export interface MemoryRow extends RowBase {
  readonly family: 'memory';
  readonly access: 'load' | 'store' | 'atomic';
  /** Number of bytes that a lane accesses in memory. */
  readonly bytes: number;
  /** For sub-dword loads, whether the value is sign-extended. */
  readonly signed?: boolean;
  /** The register half that an 8-bit or 16-bit access reads or writes. The other half is unchanged. */
  readonly half?: 'low' | 'high';
  /** Set for GFX11 buffer loads into LDS, whose encoding has no LDS bit. */
  readonly fillsLds?: true;
  /**
   * For converting buffer accesses, the number of components, starting with X. `bytes` is then the size of their
   * registers.
   */
  readonly components?: number;
  /** For converting buffer accesses, whether components are 16 bits wide and share registers. */
  readonly packsHalves?: boolean;
  /**
   * For LDS instructions that access no memory: each lane sends data to, or reads it from, the lane given by its
   * address.
   */
  readonly lanes?: 'permute' | 'bpermute' | 'swizzle';
  /** For LDS, all operands with their fields and register counts, if the kind of access does not imply them. */
  readonly registerFields?: readonly (readonly [
    field: 'vdst' | 'addr' | 'data0' | 'data1',
    dwords: number,
  ])[];
  /**
   * For scalar memory accesses without the full set of operands, the ones they have: only the result, or only the
   * address and offset. `probe` has an immediate instead of the data, then the address and offset.
   */
  readonly only?: 'result' | 'address' | 'probe';
  /** For global memory, whether the address comes from the thread number instead of registers. */
  readonly isIndexedByThread?: true;
  /** For GDS, whether it accesses a streamout register, selected by the offset. */
  readonly ofRegister?: true;
  /** For LDS accesses to two elements with separate offsets, the unit of the offsets in bytes. */
  readonly pairStep?: number;
  readonly atomic?: string;
  /**
   * For two-operand LDS atomics, whether the operands are in the usual order or the comparand comes before the new
   * value.
   */
  readonly operands?: 'two' | 'compare-first';
  /** For atomics whose format has no such bit, whether they return the old value. */
  readonly returns?: boolean;
  /** `buffer` for a scalar load through a buffer descriptor. */
  readonly descriptor?: 'buffer';
  /** For flat formats, the segment. */
  readonly segment?: 'flat' | 'scratch' | 'global';
  /** For images, whether the coordinates are texel indices or go to a sampler. */
  readonly image?: 'texel' | 'sample';
  /** For samples, the address registers other than the coordinates. */
  readonly sample?: SampleArguments;
  /** For loads of one component from four texels: a linear filter's footprint, or the fragments of one texel. */
  readonly gathers?: 'footprint' | 'fragments';
  /** For texel accesses, whether a level follows the coordinates. */
  readonly takesLevel?: boolean;
  /**
   * For image queries, which access no memory: whether they return a mip level's size or a sample's level of detail.
   */
  readonly query?: 'size' | 'level';
  /** For texels copied as raw dwords without conversion: how those smaller than a dword are extended. */
  readonly raw?: 'zero-extended' | 'sign-extended';
}

/** A sample's address registers other than its coordinates, in register order. */
export interface SampleArguments {
  readonly hasOffset: boolean;
  readonly hasBias: boolean;
  /** Whether the texel is compared with a reference value, so the sample returns 1 or 0. */
  readonly hasReference: boolean;
  /** Both derivatives of each spatial coordinate; `half` means 16 bits wide. */
  readonly derivatives: 'none' | 'whole' | 'half';
  /** The source of the level of detail: derivatives, the value after the coordinates, or 0. */
  readonly level: 'computed' | 'given' | 'zero';
  /** Whether a minimum level follows the coordinates. */
  readonly hasClamp: boolean;
}

/**
 * Returns the counter that a vector access increments. Stores, and atomics that do not return the old value, return
 * nothing.
 */
export function getVectorCounter(row: MemoryRow, returns: boolean, gfx: Gfx): CounterName {
  if (row.image === 'sample') return getCounter(gfx, 'sample');
  return getCounter(gfx, row.access === 'load' || returns ? 'load' : 'store');
}

/** Returns the number of values that an atomic carries: two if a comparand follows the operand. */
export function countAtomicValues({ atomic }: MemoryRow): number {
  return atomic?.endsWith('cmpswap') === true ? 2 : 1;
}

/** Returns whether a buffer load's data goes to LDS, as determined by its opcode or the LDS bit. */
export function fillsLds(row: MemoryRow, fields: Fields): boolean {
  return row.fillsLds === true || fields.lds === 1;
}
