import type { CounterName, MemorySpace } from '../../arch/index.js';
import type { At, OfWave } from './at.js';

/**
 * The caches above L2: one per compute unit, one per shader array and, for scalar data, one per work-group
 * processor (trace.md).
 */
export type CacheName = 'L0' | 'GL1' | 'scalar';

/**
 * A memory instruction was issued or, for GDS, the export bus read its registers (trace.md). `pc` is the instruction's
 * byte offset, and `lanesLo` and `lanesHi` have one bit per active lane. `operation` is what the instruction does,
 * `glc`, `dlc` and `slc` are its coherence bits, and `scope` is the number of its scope.
 */
export type MemoryIssued = OfWave & {
  readonly kind: 'memory-issued';
  readonly pc: number;
  /** The number of the access in `memory-performed` and `memory-returned`, unique in a run. */
  readonly access: number;
  readonly operation: 'load' | 'store' | 'atomic';
  readonly space: MemorySpace;
  readonly counter: CounterName;
  readonly lanesLo: number;
  readonly lanesHi: number;
  /**
   * The byte address of each lane, or -1 if the range check dropped it. For LDS, the offset in the wave's allocation,
   * or -1 if lanes exchange data; for GDS, the offset from its start. Borrowed.
   */
  readonly addresses: Float64Array;
  /** Number of texels per lane, for loads with several. Each set of 64 lane addresses follows the previous one. */
  readonly texelsPerLane?: number;
  /** Number of bytes at each address. */
  readonly bytes: number;
  readonly glc: boolean;
  readonly dlc: boolean;
  readonly slc: boolean;
  /** On GFX12 and later, replaces the bits: compute unit, shader engine, device, system. */
  readonly scope?: number;
  /** For vector accesses, the cycle in which the last line left the address unit of the compute unit (P-155, P-157). */
  readonly left?: number;
};
/** A vector access waits because its address unit's queue is full (P-155); `pc` is the instruction's byte offset. */
export type AddressUnitFull = OfWave & { readonly kind: 'address-unit-full'; readonly pc: number };
/**
 * An access took effect at `level` (trace.md). For a load, this is the nearest level that served any lane;
 * for a store, it is the level at which other waves see it. A store that is complete in L0 is performed there
 * first, and again once all its bytes are in L2. `access` is its number; `data`, borrowed, has word `w` of
 * lane `l` at `64 w + l`.
 */
export type MemoryPerformed = OfWave & {
  readonly kind: 'memory-performed';
  readonly access: number;
  /** For scalar loads, `L0` means the scalar cache. Other waves cannot access `LDS`; all of them share `GDS`. */
  readonly level: 'L0' | 'GL1' | 'L2' | 'LDS' | 'GDS';
  /** The number of the cache at that level, as in `line-filled`; absent for L2, LDS and GDS. */
  readonly cache?: number;
  readonly data: Int32Array;
};
/**
 * In this cycle, a line entered a cache with the data of the level below. Access number `access` requested
 * it (trace.md).
 */
export type LineFilled = At & {
  readonly kind: 'line-filled';
  readonly cache: CacheName;
  /** The number of the cache: that of its compute unit, shader array or work-group processor, across the engine. */
  readonly index: number;
  /** The first byte of the line. */
  readonly address: number;
  readonly access: number;
};
/**
 * A line left a cache `by` a coherent load that bypassed it, a store that wrote through, an eviction, or a
 * wave's invalidation (trace.md). `index` is the number of the cache as in `LineFilled`, and `address` is the
 * first byte of the line.
 */
export type LineInvalidated = At & {
  readonly kind: 'line-invalidated';
  readonly cache: CacheName;
  readonly index: number;
  readonly address: number;
  readonly by: 'bypass' | 'stream' | 'store' | 'eviction' | 'instruction';
};
/**
 * The first translation of an access's address failed (P-146 to P-149). `access` is its number, `pc` the byte
 * offset of its instruction, and `action` what happens next.
 */
export type TranslationFailed = OfWave & {
  readonly kind: 'translation-failed';
  readonly pc: number;
  readonly access: number;
  readonly action: 'replay' | 'trap' | 'halt';
};
/**
 * LDS banks serve a direct-path read request: a parameter, or a dword for all lanes. One read may need several requests
 * (P-123, P-135). `pc` is the instruction's byte offset.
 */
export type DirectReadServed = OfWave & {
  readonly kind: 'direct-read-served';
  readonly pc: number;
  /** The cycle in which the wave issued the read. */
  readonly asked: number;
  /** The banks that the request accesses, one bit each. */
  readonly banks: number;
};
/**
 * LDS answered a FLAT access that sent it no address. The LDS half of the access is complete, and `lgkm`
 * decrements (P-142, P-143). `pc` is the instruction's byte offset.
 */
export type FlatAnswered = OfWave & {
  readonly kind: 'flat-answered';
  readonly pc: number;
  /** The cycle in which the wave issued the access. */
  readonly asked: number;
};
/** The counter decrements for access number `access` (trace.md). */
export type MemoryReturned = OfWave & {
  readonly kind: 'memory-returned';
  readonly access: number;
  readonly counter: CounterName;
};
/** The final contents of a memory `object` after the device drained or stopped (trace.md): 32-bit `words`, borrowed. */
export type MemoryDumped = At & {
  readonly kind: 'memory-dumped';
  readonly object: string;
  readonly words: Int32Array;
};
/**
 * The final 32-bit `words` of GDS, followed on GFX11 by its streamout registers, if a program accesses it (trace.md).
 * Borrowed.
 */
export type GdsDumped = At & { readonly kind: 'gds-dumped'; readonly words: Int32Array };
