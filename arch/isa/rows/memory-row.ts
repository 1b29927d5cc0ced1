import type { Gfx } from '../../chips.js';
import { type CounterName, getCounter } from '../../counters.js';
import type { Fields } from '../formats/layout.js';
import type { RowBase } from './row-base.js';

/** The register fields of an LDS access in order, with the number of registers of each. */
export type RegisterFields = readonly (readonly [
  field: 'vdst' | 'addr' | 'data0' | 'data1',
  dwords: number,
])[];

/** A load, store or atomic in any memory format. */
export interface MemoryRow extends RowBase {
  readonly family: 'memory';
  readonly access: 'load' | 'store' | 'atomic';
  /** Number of bytes that each lane accesses in memory. */
  readonly bytes: number;
  /** For sub-dword loads, whether the value is sign-extended. */
  readonly signed?: boolean;
  /** The register half that an 8-bit or 16-bit access reads or writes. The other half is unchanged. */
  readonly half?: 'low' | 'high';
  /** Set for GFX11 buffer loads into LDS, whose encoding has no LDS bit. */
  readonly fillsLds?: true;
  /**
   * For buffer accesses that convert formats, the number of components, starting with X. `bytes` is then the size of
   * their registers.
   */
  readonly components?: number;
  /** For buffer accesses that convert formats, whether components are 16 bits wide and share registers. */
  readonly packsHalves?: boolean;
  /**
   * For LDS instructions that access no memory: each lane sends data to, or reads it from, the lane given by its
   * address.
   */
  readonly lanes?: 'permute' | 'bpermute' | 'swizzle';
  /** For LDS, the fields and register counts of all operands, if the type of access does not imply them. */
  readonly registerFields?: RegisterFields;
  /**
   * For scalar memory accesses without the full set of operands, the shape of their operands: only the result, or only
   * the address and offset. A `probe` takes an immediate in place of the data, followed by the address and offset.
   */
  readonly shape?: 'result' | 'address' | 'probe';
  /** For global memory, whether the address comes from the thread ID instead of registers. */
  readonly isIndexedByThread?: true;
  /** For GDS, whether the access is to the streamout register that the offset selects. */
  readonly usesStreamoutRegister?: true;
  /** For LDS accesses to two elements with separate offsets, the number of bytes per offset unit. */
  readonly pairStep?: number;
  readonly atomic?: string;
  /**
   * For two-operand LDS atomics, whether the operands are in the usual order or the comparand comes before the new
   * value.
   */
  readonly operands?: 'two' | 'compare-first';
  /** For atomics in formats without a return bit, whether they return the old value. */
  readonly returns?: boolean;
  /** `buffer` for a scalar load through a buffer descriptor. */
  readonly descriptor?: 'buffer';
  /** For flat formats, the segment. */
  readonly segment?: 'flat' | 'scratch' | 'global';
  /** For images, whether the coordinates are texel indices or are passed to a sampler. */
  readonly image?: 'texel' | 'sample';
  /** For samples, the address registers other than the coordinates. */
  readonly sample?: SampleArguments;
  /** For gathers of one component from four texels: a linear filter's footprint, or the fragments of one texel. */
  readonly gathers?: 'footprint' | 'fragments';
  /** For texel accesses, whether a mip level follows the coordinates. */
  readonly takesLevel?: boolean;
  /**
   * For image queries, which access no memory, what they return: a mip level's size or a sample's level of detail.
   */
  readonly query?: 'size' | 'level';
  /** How texels smaller than a dword are extended when copied as raw dwords, without conversion. */
  readonly raw?: 'zero-extended' | 'sign-extended';
}

/** A sample's address registers other than its coordinates, in register order. */
export interface SampleArguments {
  readonly hasOffset: boolean;
  readonly hasBias: boolean;
  /** Whether the texel is compared with a reference value, so the sample returns 1 or 0. */
  readonly hasReference: boolean;
  /** Both derivatives of each spatial coordinate, if any; `half` means 16 bits wide. */
  readonly derivatives: 'none' | 'full' | 'half';
  /** The level of detail: computed from derivatives, given after the coordinates, or 0. */
  readonly level: 'computed' | 'explicit' | 'zero';
  /** Whether a minimum level of detail follows the coordinates. */
  readonly hasClamp: boolean;
}

/**
 * Returns the counter that an access increments. `returns` is false for stores and for atomics that do not return the
 * old value.
 */
export function getAccessCounter(row: MemoryRow, returns: boolean, gfx: Gfx): CounterName {
  if (row.format === 'ds') return getCounter(gfx, 'local');
  if (row.format === 'smem') return getCounter(gfx, 'scalar');
  if (row.image === 'sample') return getCounter(gfx, 'sample');
  return getCounter(gfx, row.access === 'load' || returns ? 'load' : 'store');
}

/** Returns how many values per lane an atomic takes: two if a comparand follows the operand, otherwise one. */
export function countAtomicValues({ atomic }: MemoryRow): number {
  return atomic?.endsWith('cmpswap') === true ? 2 : 1;
}

/** Returns the number of data dwords that a row needs. A compare-and-swap carries two values. */
export function countDataDwords(row: MemoryRow): number {
  return Math.max(1, row.bytes / 4) * countAtomicValues(row);
}

/** Returns whether a buffer load writes its data to LDS, as determined by its opcode or the LDS bit. */
export function fillsLds(row: MemoryRow, fields: Fields): boolean {
  return row.fillsLds === true || fields.lds === 1;
}

/** Returns the operands of an LDS access. */
export function getLdsFields(row: MemoryRow): RegisterFields {
  const { access, bytes, lanes, operands, pairStep, usesStreamoutRegister = false } = row;
  if (row.registerFields !== undefined) return row.registerFields;
  const dwords = Math.max(1, bytes / 4);
  const valueDwords = pairStep === undefined ? dwords : dwords / 2;
  const sendsData = access !== 'load' || lanes === 'permute' || lanes === 'bpermute';
  const hasSecond = operands !== undefined || (access === 'store' && pairStep !== undefined);
  const fields: RegisterFields[number][] = [];
  if (access === 'load' || row.returns === true) fields.push(['vdst', usesStreamoutRegister ? 2 : dwords]);
  if (!usesStreamoutRegister) fields.push(['addr', 1]);
  if (sendsData) fields.push(['data0', valueDwords]);
  if (hasSecond) fields.push(['data1', valueDwords]);
  return fields;
}
