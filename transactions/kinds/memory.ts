import type { CounterName, MemorySpace } from '../../arch/index.js';
import type { At, OfWave } from './at.js';

/** Caches above L2: per compute unit, per shader array, and for scalar data per work-group processor (trace.md). */
export type CacheName = 'L0' | 'GL1' | 'scalar';

/**
 * A memory instruction was issued; for the global data share, when the export bus takes its registers (trace.md). `pc` is the
 * instruction's byte offset, `lanesLo` and `lanesHi` have a bit per active lane; `operation` is what it does, `glc`, `dlc` and
 * `slc` its coherence bits, `scope` its scope's number.
 */
export type MemoryIssued = OfWave & {
  readonly kind: 'memory-issued';
  readonly pc: number;
  /** Number of the access in `memory-performed` and `memory-returned`; unique in a run. */
  readonly access: number;
  readonly operation: 'load' | 'store' | 'atomic';
  readonly space: MemorySpace;
  readonly counter: CounterName;
  readonly lanesLo: number;
  readonly lanesHi: number;
  /**
   * Byte address of each lane, -1 if dropped by the range check; for the local data share, offset in the wave's part, -1
   * if lanes exchange data; for the global one, offset in the whole. Borrowed.
   */
  readonly addresses: Float64Array;
  /** Texels per lane for loads with several; each set of 64 lane addresses follows the last. */
  readonly texelsPerLane?: number;
  /** Bytes at each address. */
  readonly bytes: number;
  readonly glc: boolean;
  readonly dlc: boolean;
  readonly slc: boolean;
  /** Since GFX12, instead of the bits: compute unit, shader engine, device, system. */
  readonly scope?: number;
  /** Vector accesses: cycle in which the last line left the compute unit's address unit (P-155, P-157). */
  readonly left?: number;
};
/** A vector access waits because its address unit's queue is full (P-155); `pc` is the instruction's byte offset. */
export type AddressUnitFull = OfWave & { readonly kind: 'address-unit-full'; readonly pc: number };
/**
 * An access took effect at `level` (trace.md): for a load the nearest level that served any lane, for a store the level at which
 * others see it. A store complete in L0 performs there first, and again once all its bytes are in L2. `access` is its number;
 * `data`, borrowed, has word `w` of lane `l` at `64 w + l`.
 */
export type MemoryPerformed = OfWave & {
  readonly kind: 'memory-performed';
  readonly access: number;
  /**
   * Scalar loads: `L0` means the scalar cache. `LDS`: the local data share, inaccessible to other waves.
   * `GDS`: the global one.
   */
  readonly level: 'L0' | 'GL1' | 'L2' | 'LDS' | 'GDS';
  /** Number of that level's cache, as in `line-filled`; absent for L2, LDS and GDS. */
  readonly cache?: number;
  readonly data: Int32Array;
};
/**
 * A line entered a cache with the data of the level below in this cycle; access number `access` requested it (trace.md).
 */
export type LineFilled = At & {
  readonly kind: 'line-filled';
  readonly cache: CacheName;
  /** Number of the cache: compute unit, shader array or work-group processor, numbered across the engine. */
  readonly index: number;
  /** First byte of the line. */
  readonly address: number;
  readonly access: number;
};
/**
 * A line left a cache `by` a coherent load that bypassed it, a store that wrote through, an eviction, or a wave's invalidation
 * (trace.md). `index` is the number of the cache as in `LineFilled`, `address` the line's first byte.
 */
export type LineInvalidated = At & {
  readonly kind: 'line-invalidated';
  readonly cache: CacheName;
  readonly index: number;
  readonly address: number;
  readonly by: 'bypass' | 'stream' | 'store' | 'eviction' | 'instruction';
};
/**
 * The first translation of an access's address failed (P-146 to P-149); `access` is its number, `pc` its instruction's byte
 * offset, `action` what follows.
 */
export type TranslationFailed = OfWave & {
  readonly kind: 'translation-failed';
  readonly pc: number;
  readonly access: number;
  readonly action: 'replay' | 'trap' | 'halt';
};
/**
 * Banks of a local data share serve a direct-path read request: a parameter, or a dword for all lanes. A read may take several
 * requests (P-123, P-135). `pc` is the instruction's byte offset.
 */
export type DirectReadServed = OfWave & {
  readonly kind: 'direct-read-served';
  readonly pc: number;
  /** Cycle in which the wave issued the read. */
  readonly asked: number;
  /** Banks that the request accesses, a bit each. */
  readonly banks: number;
};
/**
 * The local data share answered a FLAT access that sent it no address: its part of the access is over, and `lgkm` decrements
 * (P-142, P-143). `pc` is the instruction's byte offset.
 */
export type FlatAnswered = OfWave & {
  readonly kind: 'flat-answered';
  readonly pc: number;
  /** Cycle in which the wave issued the access. */
  readonly asked: number;
};
/** The counter decrements for access number `access` (trace.md). */
export type MemoryReturned = OfWave & {
  readonly kind: 'memory-returned';
  readonly access: number;
  readonly counter: CounterName;
};
/** Final contents of a memory `object` after the device drained or stopped (trace.md): `words` of 32 bits, borrowed. */
export type MemoryDumped = At & {
  readonly kind: 'memory-dumped';
  readonly object: string;
  readonly words: Int32Array;
};
/**
 * Final `words` of the global data share, 32 bits each, with GFX11's streamout registers at the end, if a program accesses it
 * (trace.md). Borrowed.
 */
export type GdsDumped = At & { readonly kind: 'gds-dumped'; readonly words: Int32Array };
