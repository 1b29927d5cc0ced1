import type { CounterName } from '../../arch/index.js';
import type { At } from './at.js';
import type { LaunchResource } from './launch.js';

/**
 * What a wave or unit waits for when nothing can progress (trace.md). `packer` is the number of a packer,
 * `exiting` the id that its polls see, and `reason` why a wave halted. A `loop` runs the instructions from
 * byte offset `first` to `last`; `address` is the byte address from which its first lane last loaded, or -1
 * if it does not load anything.
 */
export type WaitCause =
  | { readonly on: 'exiting-id'; readonly packer: number; readonly exiting: number }
  | { readonly on: 'sleep' }
  | { readonly on: 'counter'; readonly counter: CounterName }
  /** The next line of instructions. */
  | { readonly on: 'fetch' }
  | { readonly on: 'export-ready' }
  /** `packer` is -1 for position buffer space. */
  | { readonly on: 'export-space'; readonly packer: number }
  /** A slot, or another resource that waves hold. */
  | { readonly on: 'launch-resource'; readonly resource: LaunchResource }
  | { readonly on: 'launch-order' }
  /** The remaining waves of its group. */
  | { readonly on: 'barrier' }
  | { readonly on: 'id-window'; readonly packer: number }
  | { readonly on: 'drain'; readonly packer: number }
  | { readonly on: 'overlap-table'; readonly packer: number }
  | { readonly on: 'halted'; readonly reason: string }
  /**
   * An infinite loop over the instructions from byte offset `first` to `last`. `address` is where its first
   * lane last loaded from, or -1 if it loads nothing.
   */
  | {
      readonly on: 'loop';
      readonly first: number;
      readonly last: number;
      readonly why: LoopKind;
      readonly address: number;
    };

/**
 * `no-way-out`: no path leads from the loop to an end. `same-state`: each iteration ends in the same state as
 * the previous one (debugging.md).
 */
export type LoopKind = 'no-way-out' | 'same-state';

/**
 * A stuck party in a quiescent device: a wave, or a packer that cannot form its next wave, depending on
 * `unit` (trace.md).
 */
export interface Waiting {
  readonly unit: 'wave' | 'packer';
  /** The wave number or packer number. */
  readonly index: number;
  /** The byte offset of the waiting instruction, or -1 before the first one. */
  readonly pc: number;
  readonly cause: WaitCause;
}

/** Nothing can progress; `waiting` is empty if all work is done (trace.md). */
export type Quiesced = At & { readonly kind: 'quiesced'; readonly waiting: readonly Waiting[] };
/**
 * The budget ended the run, which makes it inconclusive, not a hang (trace.md). `budget` is what was limited
 * to `limit`: cycles, total instructions, or instructions of one wave. `device` means that no budget was
 * reached but a broken device could not continue; `limit` is then 0.
 */
export type Stopped = At & {
  readonly kind: 'stopped';
  /** `wave-instructions` is the limit for a single wave. */
  readonly budget: 'cycles' | 'instructions' | 'wave-instructions' | 'device';
  readonly limit: number;
};
