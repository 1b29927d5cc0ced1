import type { At, CounterValues, OfWave } from './at.js';

/** Instructions at byte offsets `first` to `last` were issued one after another, without a taken branch between. */
export type InstructionsIssued = OfWave & {
  readonly kind: 'instructions-issued';
  readonly first: number;
  readonly last: number;
};
/** A bank of the instruction cache serves a wave's request for a line of code (P-099 to P-106). */
export type CodeLineServed = OfWave & {
  readonly kind: 'code-line-served';
  /** Cycle of the request. */
  readonly asked: number;
  /** Number of the line in the memory of programs, in units of 64 bytes. */
  readonly line: number;
  /** Number of the bank in the cache of the wave's work-group processor. */
  readonly bank: number;
  /** Cycle in which the line reaches the sequencer. */
  readonly arrives: number;
};
/** A wave wrote bits of a hardware register. */
export type HwregWritten = OfWave & {
  readonly kind: 'hwreg-written';
  readonly pc: number;
  readonly register: number;
  readonly offset: number;
  readonly size: number;
  /** The register after the write. */
  readonly value: number;
};
/** A poll read this exiting id; repeated polls with the same result are reported once. */
export type ExitingIdPolled = OfWave & {
  readonly kind: 'exiting-id-polled';
  readonly pc: number;
  readonly packer: number;
  readonly id: number;
};
/** A wait for counters ended. */
export type WaitDone = OfWave & CounterValues & { readonly kind: 'wait-done'; readonly pc: number };
/** `s_wait_event` let the wave go on: export space is granted and overlapped waves are done (S-054). */
export type EventWaitDone = OfWave & {
  readonly kind: 'event-wait-done';
  readonly pc: number;
  readonly immediate: number;
};
/** A wave began to sleep, for `duration` cycles at most. */
export type Slept = OfWave & { readonly kind: 'slept'; readonly pc: number; readonly duration: number };
/** A sleeping wave went on. */
export type Woken = OfWave & { readonly kind: 'woken'; readonly by: 'exit' | 'time' };
/** A wave sent a message. */
export type MessageSent = OfWave &
  CounterValues & { readonly kind: 'message-sent'; readonly pc: number; readonly message: number };
/**
 * The tracker counted this wave's exit. `id`: up to GFX10.3 that of the packer's oldest wave that has not exited yet;
 * on GFX11, where waves exit one by one, the wave's own.
 */
export type SectionExit = OfWave & {
  readonly kind: 'section-exit';
  readonly packer: number;
  readonly id: number;
};
/** Polls on this packer see this exiting id from now on (later than `section-exit` by the path's latency). */
export type ExitingIdVisible = At & {
  readonly kind: 'exiting-id-visible';
  readonly packer: number;
  readonly id: number;
};
/** `s_endpgm` (`end`), the combined exit (`end-ordered`), or a halt with its reason. */
export type WaveEnded = OfWave & {
  readonly kind: 'wave-ended';
  readonly pc: number;
  readonly by: 'end' | 'end-ordered' | 'halt';
  readonly reason: string;
};
