import type { At, CounterValues, OfWave } from './at.js';

/**
 * The instructions at byte offsets `first` to `last` were issued in sequence, without a taken branch in
 * between (trace.md).
 */
export type InstructionsIssued = OfWave & {
  readonly kind: 'instructions-issued';
  readonly first: number;
  readonly last: number;
};
/** An instruction cache bank serves a wave's request for a line of code (P-099 to P-106). */
export type CodeLineServed = OfWave & {
  readonly kind: 'code-line-served';
  /** The cycle of the request. */
  readonly asked: number;
  /** Index of the 64-byte line in program memory. */
  readonly line: number;
  /** The number of the bank in the cache of the wave's work-group processor. */
  readonly bank: number;
  /** The cycle in which the line reaches the sequencer. */
  readonly arrives: number;
};
/**
 * A wave wrote `size` bits, starting at bit `offset`, of hardware register number `register`. `pc` is the instruction's
 * byte offset (trace.md).
 */
export type HwregWritten = OfWave & {
  readonly kind: 'hwreg-written';
  readonly pc: number;
  readonly register: number;
  readonly offset: number;
  readonly size: number;
  /** The value of the register after the write. */
  readonly value: number;
};
/**
 * A poll of packer number `packer` read exiting id `id`. Repeated polls with the same result are reported only once,
 * unless they could have seen a newer id. `pc` is the instruction's byte offset (trace.md).
 */
export type ExitingIdPolled = OfWave & {
  readonly kind: 'exiting-id-polled';
  readonly pc: number;
  readonly packer: number;
  readonly id: number;
};
/** A counter wait ended. `pc` is the instruction's byte offset (trace.md). */
export type WaitDone = OfWave & CounterValues & { readonly kind: 'wait-done'; readonly pc: number };
/**
 * `s_wait_event` let the wave proceed: its export space was granted and the overlapped waves are done (S-054).
 * `pc` is the instruction's byte offset and `immediate` its operand.
 */
export type EventWaitDone = OfWave & {
  readonly kind: 'event-wait-done';
  readonly pc: number;
  readonly immediate: number;
};
/** A wave went to sleep for at most `duration` cycles; `pc` is the instruction's byte offset (trace.md). */
export type Slept = OfWave & { readonly kind: 'slept'; readonly pc: number; readonly duration: number };
/** A sleeping wave woke up. `by` says why: another wave exited, or the sleep timed out (trace.md). */
export type Woken = OfWave & { readonly kind: 'woken'; readonly by: 'exit' | 'time' };
/** A wave sent message number `message`; `pc` is the instruction's byte offset (trace.md). */
export type MessageSent = OfWave &
  CounterValues & { readonly kind: 'message-sent'; readonly pc: number; readonly message: number };
/**
 * The tracker of packer number `packer` counted this wave's exit (trace.md). On GFX10.3 and earlier, `id` belongs to
 * the packer's oldest wave that has not exited; on GFX11 and later, where each wave exits individually, it belongs to
 * this wave.
 */
export type SectionExit = OfWave & {
  readonly kind: 'section-exit';
  readonly packer: number;
  readonly id: number;
};
/**
 * From now on, polls of packer number `packer` see exiting id `id`. This follows `section-exit` after the
 * path's latency (trace.md).
 */
export type ExitingIdVisible = At & {
  readonly kind: 'exiting-id-visible';
  readonly packer: number;
  readonly id: number;
};
/**
 * A wave ended; `by` says how: by `s_endpgm` (`end`), by the combined exit (`end-ordered`), or by a halt, with the
 * cause in `reason`. `pc` is the instruction's byte offset (trace.md).
 */
export type WaveEnded = OfWave & {
  readonly kind: 'wave-ended';
  readonly pc: number;
  readonly by: 'end' | 'end-ordered' | 'halt';
  readonly reason: string;
};
