import { COUNTER_NAMES, type MemorySpace } from '../../arch/index.js';
import { type KindIn, ofWave } from './at.js';

const SPACES = [
  'scalar',
  'buffer',
  'image',
  'global',
  'flat',
  'scratch',
  'lds',
  'gds',
] as const satisfies readonly MemorySpace[];
const CACHES = ['L0', 'GL1', 'scalar'] as const;

/**
 * The caches above L2: one per compute unit, one per shader array and, for scalar data, one per work-group
 * processor (trace.md).
 */
export type CacheName = (typeof CACHES)[number];

/** The fields of the kinds about memory accesses and caches. */
export const MEMORY_ROWS = {
  'memory-issued': ofWave({
    lanesLo: 'integer',
    lanesHi: 'integer',
    pc: 'integer',
    /** Index of the access, as in `memory-performed` and `memory-returned`; unique within a run. */
    access: 'integer',
    operation: ['load', 'store', 'atomic'],
    /** The target of the operation (`MemorySpace`). */
    space: SPACES,
    counter: COUNTER_NAMES,
    /**
     * Byte address for each lane, or -1 if range checking rejected the lane. For LDS, the offset in the wave's
     * allocation, or -1 if lanes exchange data; for GDS, the offset from the start of GDS. Valid only during the
     * callback.
     */
    addresses: 'f64',
    /** Texels per lane, if there can be several: `addresses` then holds 64 entries per texel, one texel after another. */
    texelsPerLane: { optional: 'integer' },
    /** Number of bytes at each address. */
    bytes: 'integer',
    glc: 'flag',
    dlc: 'flag',
    slc: 'flag',
    /** Replaces these bits from GFX12 on: 0 for compute unit, 1 for shader engine, 2 for device, 3 for system. */
    scope: { optional: 'integer' },
    /** For vector accesses, the cycle in which the last line left the compute unit's address unit (P-155, P-157). */
    left: { optional: 'integer' },
  }),
  'address-unit-full': ofWave({ pc: 'integer' }),
  'memory-performed': ofWave({
    access: 'integer',
    /** For scalar loads, `L0` means the scalar cache. Other waves cannot access `LDS`; `GDS` is shared by all waves. */
    level: ['L0', 'GL1', 'L2', 'LDS', 'GDS'],
    /** Index of the cache at that level, as in `line-filled`; absent for L2, LDS and GDS. */
    cache: { optional: 'integer' },
    data: 'i32',
  }),
  'memory-returned': ofWave({ access: 'integer', counter: COUNTER_NAMES }),
  'direct-read-served': ofWave({
    pc: 'integer',
    /** The cycle in which the wave issued the read. */
    asked: 'integer',
    /** The banks that the request accesses, one bit each. */
    banks: 'integer',
  }),
  'flat-answered': ofWave({
    pc: 'integer',
    /** The cycle in which the wave issued the access. */
    asked: 'integer',
  }),
  'line-filled': {
    cache: CACHES,
    /** Index of the cache's compute unit, shader array or work-group processor within the engine. */
    index: 'integer',
    /** Address of the line's first byte. */
    address: 'integer',
    access: 'integer',
  },
  'line-invalidated': {
    cache: CACHES,
    index: 'integer',
    address: 'integer',
    by: ['bypass', 'stream', 'store', 'eviction', 'instruction'],
  },
  'translation-failed': ofWave({ pc: 'integer', access: 'integer', action: ['replay', 'trap', 'halt'] }),
} as const;

type Memory<K extends keyof typeof MEMORY_ROWS> = KindIn<typeof MEMORY_ROWS, K>;

/**
 * A memory instruction was issued or, for GDS, the export bus read its registers (trace.md). `pc` is the instruction's
 * byte offset, and `lanesLo` and `lanesHi` have one bit per active lane. `operation` is what the instruction does;
 * `glc`, `dlc` and `slc` are its coherence bits.
 */
export interface MemoryIssued extends Memory<'memory-issued'> {}
/** A vector access is stalled by a full address unit queue (P-155); `pc` is the instruction's byte offset. */
export interface AddressUnitFull extends Memory<'address-unit-full'> {}
/**
 * An access took effect at `level` (trace.md). For a load, this is the nearest level that served any lane;
 * for a store, it is the level at which other waves see it. A store that completes in L0 is reported there
 * first, then again once all its bytes have reached L2. `access` identifies it; `data` is valid only during
 * the callback and holds word `w` of lane `l` at index `64 w + l`.
 */
export interface MemoryPerformed extends Memory<'memory-performed'> {}
/** Access number `access` returned and decremented its `counter` (trace.md). */
export interface MemoryReturned extends Memory<'memory-returned'> {}
/**
 * The LDS banks served a direct-path read request: a parameter, or a dword for all lanes. One read may need several
 * requests (P-123, P-135). `pc` is the instruction's byte offset.
 */
export interface DirectReadServed extends Memory<'direct-read-served'> {}
/**
 * LDS acknowledged a FLAT access that sent it no address. This completes the LDS half of the access and decrements
 * `lgkm` (P-142, P-143). `pc` is the instruction's byte offset.
 */
export interface FlatAnswered extends Memory<'flat-answered'> {}
/** A cache was filled with a line from the level below, as requested by access number `access` (trace.md). */
export interface LineFilled extends Memory<'line-filled'> {}
/**
 * A cache dropped a line (trace.md). `by` is the reason: a coherent load bypassed the cache, a streaming load read the
 * line, a store wrote through, the line was evicted, or a wave invalidated the cache. `index` identifies the cache
 * as in `LineFilled`, and `address` is the address of the line's first byte.
 */
export interface LineInvalidated extends Memory<'line-invalidated'> {}
/**
 * The first attempt to translate an access's address failed (P-146 to P-149). `access` identifies the access, `pc` is
 * the byte offset of its instruction, and `action` is what happens next.
 */
export interface TranslationFailed extends Memory<'translation-failed'> {}
