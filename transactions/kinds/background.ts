import type { BackgroundSource } from '../background.js';
import { type KindIn, ofWave, textOf } from './at.js';
import { RESOURCES } from './formation.js';

const SOURCE = textOf<BackgroundSource>();

/** The fields of the kinds about background waves. */
export const BACKGROUND_ROWS = {
  'background-formed': ofWave({
    source: SOURCE,
    /** Index of the workload in `Background.works`. */
    work: 'integer',
    /** Index of the wave's group within the workload. */
    group: 'integer',
    /** Index of the wave within its group. */
    place: 'integer',
  }),
  'background-refused': ofWave({ source: SOURCE, resource: RESOURCES }),
  'background-allocated': ofWave({ slot: 'integer', simd: 'integer', holds: 'holds' }),
  'group-allocated': ofWave({
    wgp: 'integer',
    localFirst: 'integer',
    localDwords: 'integer',
    /** Number of the barrier in the work-group processor, or -1 if there is none. */
    barrier: 'integer',
  }),
  'background-launched': ofWave({ source: SOURCE, controller: 'integer', loadCycles: 'integer' }),
  'background-barrier-reached': ofWave({ pc: 'integer' }),
  'background-released': ofWave({ slot: 'integer' }),
  'group-released': ofWave({}),
} as const;

type OfBackground<K extends keyof typeof BACKGROUND_ROWS> = KindIn<typeof BACKGROUND_ROWS, K>;

/** A background wave requests a launch (P-049). */
export interface BackgroundFormed extends OfBackground<'background-formed'> {}
/** The wave's first request failed because a resource was exhausted (P-067). */
export interface BackgroundRefused extends OfBackground<'background-refused'> {}
/**
 * The wave has been allocated a slot and its registers (trace.md). All waves of a group get theirs at the same time;
 * LDS is allocated to the group. `slot` and `simd` are numbered across the engine.
 */
export interface BackgroundAllocated extends OfBackground<'background-allocated'> {}
/**
 * A group has been allocated its LDS and its barrier; `wave` is its first wave (trace.md). `wgp` is the number
 * of the work-group processor. The LDS allocation is `localDwords` dwords long and starts at dword
 * `localFirst`.
 */
export interface GroupAllocated extends OfBackground<'group-allocated'> {}
/** The wave is loaded by controller number `controller` in `loadCycles` cycles (P-068). */
export interface BackgroundLaunched extends OfBackground<'background-launched'> {}
/**
 * The wave waits at a barrier (`s_barrier`) for the rest of its group. `pc` is the instruction's byte offset
 * (trace.md).
 */
export interface BarrierReached extends OfBackground<'background-barrier-reached'> {}
/** The slot and registers of the wave are free again; `slot` is the number of the slot (trace.md). */
export interface BackgroundReleased extends OfBackground<'background-released'> {}
/** The group's resources are free again; `wave` is its first wave (trace.md). */
export interface GroupReleased extends OfBackground<'group-released'> {}
