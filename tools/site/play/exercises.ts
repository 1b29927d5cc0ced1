import type { PlayTest } from './play-test.js';

/** A mistake that the reader is asked to make. */
export interface Exercise {
  readonly id: string;
  readonly title: string;
  /** Tells the reader what to change. */
  readonly text: string;
  readonly hint: string;
  /** The test to start from, which passes. */
  readonly test: PlayTest;
  /** An edit that makes the mistake: program text before and after. */
  readonly change: readonly [before: string, after: string];
  /** Rules that may be the first to report the mistake. */
  readonly rules: readonly string[];
}

const COUNTER_TEST: PlayTest = { name: 'smoke:rmw_buffer@0x5', chip: 'navi21' };

/** Three mistakes in shaders that use an interlock (S-025, S-076, caches.md). */
export const EXERCISES: readonly Exercise[] = [
  {
    id: 'missing-wait',
    title: 'A missing wait',
    text: 'This shader adds to a per-pixel counter. Delete the line s_waitcnt_vscnt null, 0x0, which waits for the store before the section ends.',
    hint: 'The exit admits the next wave while the store is still in flight: the rule names the wave, its store, and the premature exit.',
    test: COUNTER_TEST,
    change: ['  s_waitcnt_vscnt null, 0x0\n', ''],
    rules: ['RACE-01'],
  },
  {
    id: 'early-exit',
    title: 'A premature exit',
    text: 'Move s_sendmsg sendmsg(MSG_ORDERED_PS_DONE), which ends the section, above the buffer_store_dword line.',
    hint: 'Everything after the message is outside the section. The store is no longer ordered, and no wait can fix that.',
    test: COUNTER_TEST,
    change: ['  buffer_store_dword', '  s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)\n  buffer_store_dword'],
    rules: ['RACE-03'],
  },
  {
    id: 'missing-coherence',
    title: 'A missing coherence bit',
    text: 'This shader reads a buffer that waves on other compute units write. Delete the words glc dlc at the end of the first buffer_load_dword line into v4.',
    hint: 'Without the bits, a cache may serve the load from a line that it filled before the store of another wave.',
    test: { name: 'smoke:mixed_reads@0x3', chip: 'navi21', set: ['caches=stale'] },
    change: ['v4, v3, s[0:3], 0 offen glc dlc\n', 'v4, v3, s[0:3], 0 offen\n'],
    rules: ['VIS-01'],
  },
];
