import type { CounterName, MemorySpace } from '../../arch/index.js';
import type { At, OfWave } from './at.js';

/**
 * The caches above L2: one per compute unit, one per shader array and, for scalar data, one per work-group
 * processor (trace.md).
 */
export type CacheName = 'L0' | 'GL1' | 'scalar';

/**
 * A memory instruction was issued or, for GDS, the export bus read its registers (trace.md). `pc` is the instruction's
 * byte offset, and `lanesLo` and `lanesHi` have one bit per active lane. `operation` is what the instruction does;
 * `glc`, `dlc` and `slc` are its coherence bits.
 */
export type MemoryIssued = OfWave & {
  readonly kind: 'memory-issued';
  readonly pc: number;
  /** Index of the access, as in `memory-performed` and `memory-returned`; unique within a run. */
  readonly access: number;
  readonly operation: 'load' | 'store' | 'atomic';
  readonly space: MemorySpace;
  readonly counter: CounterName;
  readonly lanesLo: number;
  readonly lanesHi: number;
  /**
   * Byte address for each lane, or -1 if range checking rejected the lane. For LDS, the offset in the wave's
   * allocation, or -1 if lanes exchange data; for GDS, the offset from the start of GDS. Valid only during the
   * callback.
   */
  readonly addresses: Float64Array;
  /** Texels per lane, if there can be several: `addresses` then holds 64 entries per texel, one texel after another. */
  readonly texelsPerLane?: number;
  /** Number of bytes at each address. */
  readonly bytes: number;
  readonly glc: boolean;
  readonly dlc: boolean;
  readonly slc: boolean;
  /** Replaces these bits from GFX12 on: 0 for compute unit, 1 for shader engine, 2 for device, 3 for system. */
  readonly scope?: number;
  /** For vector accesses, the cycle in which the last line left the compute unit's address unit (P-155, P-157). */
  readonly left?: number;
};
/** A vector access is stalled by a full address unit queue (P-155); `pc` is the instruction's byte offset. */
export type AddressUnitFull = OfWave & { readonly kind: 'address-unit-full'; readonly pc: number };
/**
 * An access took effect at `level` (trace.md). For a load, this is the nearest level that served any lane;
 * for a store, it is the level at which other waves see it. A store that completes in L0 is reported there
 * first, then again once all its bytes have reached L2. `access` identifies it; `data` is valid only during
 * the callback and holds word `w` of lane `l` at index `64 w + l`.
 */
export type MemoryPerformed = OfWave & {
  readonly kind: 'memory-performed';
  readonly access: number;
  /** For scalar loads, `L0` means the scalar cache. Other waves cannot access `LDS`; `GDS` is shared by all waves. */
  readonly level: 'L0' | 'GL1' | 'L2' | 'LDS' | 'GDS';
  /** Index of the cache at that level, as in `line-filled`; absent for L2, LDS and GDS. */
  readonly cache?: number;
  readonly data: Int32Array;
};
/** A cache was filled with a line from the level below, as requested by access number `access` (trace.md). */
export type LineFilled = At & {
  readonly kind: 'line-filled';
  readonly cache: CacheName;
  /** Index of the cache's compute unit, shader array or work-group processor within the engine. */
  readonly index: number;
  /** Address of the line's first byte. */
  readonly address: number;
  readonly access: number;
};
/**
 * A cache dropped a line (trace.md). `by` is the reason: a coherent load bypassed the cache, a streaming load read the
 * line, a store wrote through, the line was evicted, or a wave invalidated the cache. `index` identifies the cache
 * as in `LineFilled`, and `address` is the address of the line's first byte.
 */
export type LineInvalidated = At & {
  readonly kind: 'line-invalidated';
  readonly cache: CacheName;
  readonly index: number;
  readonly address: number;
  readonly by: 'bypass' | 'stream' | 'store' | 'eviction' | 'instruction';
};
/**
 * The first attempt to translate an access's address failed (P-146 to P-149). `access` identifies the access, `pc` is
 * the byte offset of its instruction, and `action` is what happens next.
 */
export type TranslationFailed = OfWave & {
  readonly kind: 'translation-failed';
  readonly pc: number;
  readonly access: number;
  readonly action: 'replay' | 'trap' | 'halt';
};
/**
 * The LDS banks served a direct-path read request: a parameter, or a dword for all lanes. One read may need several
 * requests (P-123, P-135). `pc` is the instruction's byte offset.
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
 * LDS acknowledged a FLAT access that sent it no address. This completes the LDS half of the access and decrements
 * `lgkm` (P-142, P-143). `pc` is the instruction's byte offset.
 */
export type FlatAnswered = OfWave & {
  readonly kind: 'flat-answered';
  readonly pc: number;
  /** The cycle in which the wave issued the access. */
  readonly asked: number;
};
/** Access number `access` returned and decremented its `counter` (trace.md). */
export type MemoryReturned = OfWave & {
  readonly kind: 'memory-returned';
  readonly access: number;
  readonly counter: CounterName;
};
/**
 * Final contents of a memory `object` after the device drained or stopped (trace.md): 32-bit `words`, valid only
 * during the callback.
 */
export type MemoryDumped = At & {
  readonly kind: 'memory-dumped';
  readonly object: string;
  readonly words: Int32Array;
};
/**
 * The final 32-bit `words` of GDS if a program accesses it, followed on GFX11 by the streamout registers (trace.md).
 * Valid only during the callback.
 */
export type GdsDumped = At & { readonly kind: 'gds-dumped'; readonly words: Int32Array };
