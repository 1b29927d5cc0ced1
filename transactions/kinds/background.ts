import type { BackgroundSource } from '../background.js';
import type { OfWave } from './at.js';
import type { HeldResources, LaunchResource } from './launch.js';

/** A background wave requests a launch (P-049). */
export type BackgroundFormed = OfWave & {
  readonly kind: 'background-formed';
  readonly source: BackgroundSource;
  /** Index of the workload in `Background.works`. */
  readonly work: number;
  /** Index of the wave's group within the workload. */
  readonly group: number;
  /** Index of the wave within its group. */
  readonly place: number;
};
/** The wave's first request failed because a resource was exhausted (P-067). */
export type BackgroundRefused = OfWave & {
  readonly kind: 'background-refused';
  readonly source: BackgroundSource;
  readonly resource: LaunchResource;
};
/**
 * The wave has been allocated a slot and its registers (trace.md). All waves of a group get theirs at the same time;
 * LDS is allocated to the group. `slot` and `simd` are numbered across the engine.
 */
export type BackgroundAllocated = OfWave & {
  readonly kind: 'background-allocated';
  readonly slot: number;
  readonly simd: number;
  readonly holds: HeldResources;
};
/**
 * A group has been allocated its LDS and its barrier; `wave` is its first wave (trace.md). `wgp` is the number
 * of the work-group processor. The LDS allocation is `localDwords` dwords long and starts at dword
 * `localFirst`.
 */
export type GroupAllocated = OfWave & {
  readonly kind: 'group-allocated';
  readonly wgp: number;
  readonly localFirst: number;
  readonly localDwords: number;
  /** Number of the barrier in the work-group processor, or -1 if there is none. */
  readonly barrier: number;
};
/** The wave is loaded by controller number `controller` in `loadCycles` cycles (P-068). */
export type BackgroundLaunched = OfWave & {
  readonly kind: 'background-launched';
  readonly source: BackgroundSource;
  readonly controller: number;
  readonly loadCycles: number;
};
/**
 * The wave waits at a barrier (`s_barrier`) for the rest of its group. `pc` is the instruction's byte offset
 * (trace.md).
 */
export type BarrierReached = OfWave & { readonly kind: 'background-barrier-reached'; readonly pc: number };
/** The slot and registers of the wave are free again; `slot` is the number of the slot (trace.md). */
export type BackgroundReleased = OfWave & { readonly kind: 'background-released'; readonly slot: number };
/** The group's resources are free again; `wave` is its first wave (trace.md). */
export type GroupReleased = OfWave & { readonly kind: 'group-released' };
