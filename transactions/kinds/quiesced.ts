import { COUNTER_NAMES } from '../../arch/index.js';
import type { FieldsOf, KindIn } from './at.js';
import { RESOURCES } from './formation.js';

const LOOP_KINDS = ['no-way-out', 'same-state'] as const;

/**
 * `no-way-out`: no path leads from the loop to an end of the program. `same-state`: each iteration ends in the same
 * state as the previous one (debugging.md).
 */
export type LoopKind = (typeof LOOP_KINDS)[number];

/** What a waiter in a `quiesced` record can be waiting for, with the fields of each cause. */
export const CAUSE_FIELDS = {
  'exiting-id': { packer: 'integer', exiting: 'integer' },
  sleep: {},
  counter: { counter: COUNTER_NAMES },
  /** The next instruction cache line. */
  fetch: {},
  'export-ready': {},
  /** `packer` is -1 for position buffer space. */
  'export-space': { packer: 'integer' },
  /** A wave slot or another resource held by waves. */
  'launch-resource': { resource: RESOURCES },
  'launch-order': {},
  /** The waves of its group that have not reached the barrier. */
  barrier: {},
  'id-window': { packer: 'integer' },
  drain: { packer: 'integer' },
  'overlap-table': { packer: 'integer' },
  halted: { reason: 'text' },
  /**
   * An infinite loop over the instructions from byte offset `first` to `last`. `address` is the byte address from
   * which its first lane last loaded, or -1 if the loop loads nothing.
   */
  loop: { first: 'integer', last: 'integer', why: LOOP_KINDS, address: 'integer' },
} as const;

/**
 * What a wave or unit waits for when nothing can progress (trace.md), as named by `on`. `packer` is the index of a packer and
 * `exiting` the exiting id that polls on this packer read. `reason` says why a wave halted. For a loop, `first` and
 * `last` are the byte offsets of its instructions and `address` is the byte address that it loads.
 *
 * @useDeclaredType
 */
export type WaitCause = {
  [On in keyof typeof CAUSE_FIELDS]: { readonly on: On } & FieldsOf<(typeof CAUSE_FIELDS)[On]>;
}[keyof typeof CAUSE_FIELDS];

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

/** The fields of the kinds that end a stream. */
export const END_ROWS = {
  quiesced: { waiting: 'waiting' },
  stopped: {
    /** `wave-instructions` is the limit for a single wave. */
    budget: ['cycles', 'instructions', 'wave-instructions', 'device'],
    limit: 'integer',
  },
} as const;

/** Nothing can progress; `waiting` is empty if all work is done (trace.md). */
export interface Quiesced extends KindIn<typeof END_ROWS, 'quiesced'> {}
/**
 * The run hit a budget, so it is inconclusive rather than hung (trace.md). `limit` is the size of
 * the `budget`: cycles, total instructions, or instructions of one wave. `device` means that no budget was
 * exhausted but a broken device could not continue; `limit` is then 0.
 */
export interface Stopped extends KindIn<typeof END_ROWS, 'stopped'> {}
