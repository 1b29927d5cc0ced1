import type { CounterName } from '../../arch/index.js';
import type { At } from './at.js';
import type { LaunchResource } from './launch.js';

/**
 * What a wave or unit waits for when nothing can progress (trace.md). `packer` is a packer's number, `exiting` the id its polls
 * see, `reason` why a wave halted. A `loop` runs the instructions from byte offset `first` to `last`; `address` is the byte
 * address its first lane last loaded from, -1 if it loads nothing.
 */
export type WaitCause =
  | { readonly on: 'exiting-id'; readonly packer: number; readonly exiting: number }
  | { readonly on: 'sleep' }
  | { readonly on: 'counter'; readonly counter: CounterName }
  /** The next line of instructions. */
  | { readonly on: 'fetch' }
  | { readonly on: 'export-ready' }
  /** `packer`: -1 for position buffer space. */
  | { readonly on: 'export-space'; readonly packer: number }
  /** A slot, or another resource held by waves. */
  | { readonly on: 'launch-resource'; readonly resource: LaunchResource }
  | { readonly on: 'launch-order' }
  /** The rest of its group. */
  | { readonly on: 'barrier' }
  | { readonly on: 'id-window'; readonly packer: number }
  | { readonly on: 'drain'; readonly packer: number }
  | { readonly on: 'overlap-table'; readonly packer: number }
  | { readonly on: 'halted'; readonly reason: string }
  /**
   * Only itself: it loops over the instructions from byte offset `first` to `last` forever. `address`: where its first lane last
   * loaded from, -1 if it loads nothing.
   */
  | {
      readonly on: 'loop';
      readonly first: number;
      readonly last: number;
      readonly why: LoopKind;
      readonly address: number;
    };

/**
 * `no-way-out`: no path leads from the loop to an end. `same-state`: each iteration ends in the state of the previous
 * one (debugging.md).
 */
export type LoopKind = 'no-way-out' | 'same-state';

/** A stuck party of a quiescent device: a wave, or a packer that cannot form its next one, as `unit` says (trace.md). */
export interface Waiting {
  readonly unit: 'wave' | 'packer';
  /** Wave number, or packer number. */
  readonly index: number;
  /** Byte offset of the waiting instruction; -1 before the first one. */
  readonly pc: number;
  readonly cause: WaitCause;
}

/** Nothing can progress; `waiting` is empty if all work is done (trace.md). */
export type Quiesced = At & { readonly kind: 'quiesced'; readonly waiting: readonly Waiting[] };
/**
 * The budget ended the run: inconclusive, not a hang (trace.md). `budget` is what was limited to `limit`:
 * cycles, total instructions, or instructions of one wave. `device`: no budget; a broken device could not
 * continue, and `limit` is 0.
 */
export type Stopped = At & {
  readonly kind: 'stopped';
  /** `wave-instructions`: the limit for one wave. */
  readonly budget: 'cycles' | 'instructions' | 'wave-instructions' | 'device';
  readonly limit: number;
};
