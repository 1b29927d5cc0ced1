import type { CounterName } from '../../arch/index.js';
import type { At } from './at.js';
import type { LaunchResource } from './launch.js';

/**
 * What a wave or a unit waits for when nothing can move any more (trace.md). `packer` is the number of a packer, `exiting` the id
 * that its polls see, `reason` why a wave halted. A `loop` goes round the instructions from byte offset `first` to `last`;
 * `address` is where its first lane loads from there last, in bytes, -1 where it loads nothing.
 */
export type WaitCause =
  | { readonly on: 'exiting-id'; readonly packer: number; readonly exiting: number }
  | { readonly on: 'sleep' }
  | { readonly on: 'counter'; readonly counter: CounterName }
  /** The next line of instructions. */
  | { readonly on: 'fetch' }
  | { readonly on: 'export-ready' }
  /** `packer`: -1 for space of a position buffer. */
  | { readonly on: 'export-space'; readonly packer: number }
  /** A slot, or what a wave on a slot holds besides. */
  | { readonly on: 'launch-resource'; readonly resource: LaunchResource }
  | { readonly on: 'launch-order' }
  /** The other waves of its group. */
  | { readonly on: 'barrier' }
  | { readonly on: 'id-window'; readonly packer: number }
  | { readonly on: 'drain'; readonly packer: number }
  | { readonly on: 'overlap-table'; readonly packer: number }
  | { readonly on: 'halted'; readonly reason: string }
  /**
   * Nothing but itself: it goes round the instructions from byte offset `first` to `last` for ever. `address`: where its first lane
   * loads from there last, -1 where it loads nothing.
   */
  | {
      readonly on: 'loop';
      readonly first: number;
      readonly last: number;
      readonly why: LoopKind;
      readonly address: number;
    };

/**
 * `no-way-out`: no path leads from the loop to an end. `same-state`: each round ends in the state of the one before it
 * (debugging.md).
 */
export type LoopKind = 'no-way-out' | 'same-state';

/** One waiting party of a quiescent device: a wave, or a packer that cannot form its next one, as `unit` says (trace.md). */
export interface Waiting {
  readonly unit: 'wave' | 'packer';
  /** Wave number, or packer number. */
  readonly index: number;
  /** Byte offset of the instruction that waits, in bytes; -1 before the first one. */
  readonly pc: number;
  readonly cause: WaitCause;
}

/** Nothing can move any more; `waiting` is empty when all work is done (trace.md). */
export type Quiesced = At & { readonly kind: 'quiesced'; readonly waiting: readonly Waiting[] };
/**
 * The budget ended the run: inconclusive, not a hang (trace.md). `budget` says what was limited to
 * `limit`: cycles, instructions of all waves, or those of one wave. `device`: no budget; a broken device could not go on, and `limit`
 * is 0.
 */
export type Stopped = At & {
  readonly kind: 'stopped';
  /** `wave-instructions`: what one wave may execute. */
  readonly budget: 'cycles' | 'instructions' | 'wave-instructions' | 'device';
  readonly limit: number;
};
