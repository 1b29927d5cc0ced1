import type { CounterName, MemorySpace } from '../../arch/index.js';
import type { At, OfWave } from './at.js';

/** Caches above L2: of a compute unit, of a shader array, and for scalar data of a work-group processor (trace.md). */
export type CacheName = 'L0' | 'GL1' | 'scalar';

/**
 * A memory instruction was issued; one to the global data share, when the export bus takes its registers (trace.md). `pc` is the
 * byte offset of the instruction, `lanesLo` and `lanesHi` a bit for each lane that takes part; `operation` says what it does, and
 * `glc`, `dlc` and `slc` are its coherence bits, `scope` the number of its scope.
 */
export type MemoryIssued = OfWave & {
  readonly kind: 'memory-issued';
  readonly pc: number;
  /** Number that names the access in `memory-performed` and `memory-returned`; unique in a run. */
  readonly access: number;
  readonly operation: 'load' | 'store' | 'atomic';
  readonly space: MemorySpace;
  readonly counter: CounterName;
  readonly lanesLo: number;
  readonly lanesHi: number;
  /**
   * Byte address of each lane, -1 where the range check drops it; in the local data share, offset in the wave's part, -1
   * where lanes send data to each other; in the global one, offset in the whole. Borrowed.
   */
  readonly addresses: Float64Array;
  /** Loads whose lanes have several texels: how many; the addresses of the next follow those of 64 lanes. */
  readonly texelsPerLane?: number;
  /** Bytes at each address. */
  readonly bytes: number;
  readonly glc: boolean;
  readonly dlc: boolean;
  readonly slc: boolean;
  /** From GFX12 on, in place of the bits: compute unit, shader engine, device, system. */
  readonly scope?: number;
  /** Vector accesses: cycle in which the last line has left the address unit of the compute unit (P-155, P-157). */
  readonly left?: number;
};
/** A vector access waits, since the queue of its address unit is full (P-155); `pc` is its byte offset. */
export type AddressUnitFull = OfWave & { readonly kind: 'address-unit-full'; readonly pc: number };
/**
 * An access, by its number, took effect at `level` (trace.md): for a load the nearest level that served some lane, for a store the
 * level at which others see it. A store that is complete in L0 performs there first, and once more when all its bytes are in L2.
 * `access` is its number, `data` its words lane by lane, borrowed.
 */
export type MemoryPerformed = OfWave & {
  readonly kind: 'memory-performed';
  readonly access: number;
  /** Scalar loads: `L0` means the scalar cache. `LDS`: the local data share, which no other wave reaches. `GDS`: the global one. */
  readonly level: 'L0' | 'GL1' | 'L2' | 'LDS' | 'GDS';
  /** Number of the cache of that level, as in `line-filled`; absent for L2, LDS and GDS. */
  readonly cache?: number;
  readonly data: Int32Array;
};
/**
 * A line came into a cache with the data that the level below had in this cycle; the `access` of that number asked for it
 * (trace.md).
 */
export type LineFilled = At & {
  readonly kind: 'line-filled';
  readonly cache: CacheName;
  /** Number of the cache: compute unit, shader array or work-group processor, counted through the engine. */
  readonly index: number;
  /** First byte of the line. */
  readonly address: number;
  readonly access: number;
};
/**
 * A line left a cache `by` a coherent load that passed it, a store that went through, another line that needed its place, or a wave
 * that emptied the cache (trace.md). `index` is the number of the cache as in `LineFilled`, `address` the line's first byte.
 */
export type LineInvalidated = At & {
  readonly kind: 'line-invalidated';
  readonly cache: CacheName;
  readonly index: number;
  readonly address: number;
  readonly by: 'bypass' | 'stream' | 'store' | 'eviction' | 'instruction';
};
/**
 * The address of an access could not be translated at first (P-146 to P-149); `access` is its number, `pc` the byte offset of its
 * instruction, `action` what follows.
 */
export type TranslationFailed = OfWave & {
  readonly kind: 'translation-failed';
  readonly pc: number;
  readonly access: number;
  readonly action: 'replay' | 'trap' | 'halt';
};
/**
 * The banks of a local data share serve a request of a read on the direct path: of a parameter, or of a dword for all lanes. A read
 * may take several requests (P-123, P-135). `pc` is its byte offset.
 */
export type DirectReadServed = OfWave & {
  readonly kind: 'direct-read-served';
  readonly pc: number;
  /** Cycle in which the wave issued the read. */
  readonly asked: number;
  /** Banks that the request touches, a bit each. */
  readonly banks: number;
};
/**
 * The local data share answered a FLAT access, of which it got no address: its part of the access is over, and `lgkm` falls (P-142,
 * P-143). `pc` is its byte offset.
 */
export type FlatAnswered = OfWave & {
  readonly kind: 'flat-answered';
  readonly pc: number;
  /** Cycle in which the wave issued the access. */
  readonly asked: number;
};
/** The counter falls for the access with the number `access` (trace.md). */
export type MemoryReturned = OfWave & {
  readonly kind: 'memory-returned';
  readonly access: number;
  readonly counter: CounterName;
};
/** Final content of a memory `object` after the device drained or stopped (trace.md): `words` of 32 bits, borrowed. */
export type MemoryDumped = At & {
  readonly kind: 'memory-dumped';
  readonly object: string;
  readonly words: Int32Array;
};
/**
 * Final `words` of the global data share, 32 bits each, GFX11's streamout registers after its memory, where a program has accesses
 * (trace.md). Borrowed.
 */
export type GdsDumped = At & { readonly kind: 'gds-dumped'; readonly words: Int32Array };
