import type { CounterName } from '../../arch/index.js';
import type { At } from './at.js';
import type { LaunchResource } from './launch.js';

/**
 * What a wave or unit waits for when nothing can progress (trace.md). `packer` is the index of a packer and
 * `exiting` the exiting id that polls on this packer read. `reason` says why a wave halted. For a loop, `first` and
 * `last` are the byte offsets of its instructions and `address` is the byte address that it loads.
 */
export type WaitCause =
  | { readonly on: 'exiting-id'; readonly packer: number; readonly exiting: number }
  | { readonly on: 'sleep' }
  | { readonly on: 'counter'; readonly counter: CounterName }
  /** The next instruction cache line. */
  | { readonly on: 'fetch' }
  | { readonly on: 'export-ready' }
  /** `packer` is -1 for position buffer space. */
  | { readonly on: 'export-space'; readonly packer: number }
  /** A wave slot or another resource held by waves. */
  | { readonly on: 'launch-resource'; readonly resource: LaunchResource }
  | { readonly on: 'launch-order' }
  /** The waves of its group that have not reached the barrier. */
  | { readonly on: 'barrier' }
  | { readonly on: 'id-window'; readonly packer: number }
  | { readonly on: 'drain'; readonly packer: number }
  | { readonly on: 'overlap-table'; readonly packer: number }
  | { readonly on: 'halted'; readonly reason: string }
  /**
   * An infinite loop over the instructions from byte offset `first` to `last`. `address` is the byte address from
   * which its first lane last loaded, or -1 if the loop loads nothing.
   */
  | {
      readonly on: 'loop';
      readonly first: number;
      readonly last: number;
      readonly why: LoopKind;
      readonly address: number;
    };

/**
 * `no-way-out`: no path leads from the loop to an end of the program. `same-state`: each iteration ends in the same
 * state as the previous one (debugging.md).
 */
export type LoopKind = 'no-way-out' | 'same-state';

/**
 * Something that is stuck once the device has gone idle: a wave, or a packer that cannot form its next wave, as
 * given by `unit` (trace.md).
 */
export interface Waiting {
  readonly unit: 'wave' | 'packer';
  /** Index of the wave or packer, depending on `unit`. */
  readonly index: number;
  /** The byte offset of the waiting instruction, or -1 before the first one. */
  readonly pc: number;
  readonly cause: WaitCause;
}

/** Nothing can progress; `waiting` is empty if all work is done (trace.md). */
export type Quiesced = At & { readonly kind: 'quiesced'; readonly waiting: readonly Waiting[] };
/**
 * The run hit a budget, so it is inconclusive rather than hung (trace.md). `limit` is the size of
 * the `budget`: cycles, total instructions, or instructions of one wave. `device` means that no budget was
 * exhausted but a broken device could not continue; `limit` is then 0.
 */
export type Stopped = At & {
  readonly kind: 'stopped';
  /** `wave-instructions` is the limit for a single wave. */
  readonly budget: 'cycles' | 'instructions' | 'wave-instructions' | 'device';
  readonly limit: number;
};
