import { assert } from './kernel/assert.js';
import type { Wave } from './wave.js';

/** Most that the widest field of `s_waitcnt` can say. */
const WIDEST = 63;

/** An operation leaves the wave: one of its counters (an index into `Wave.counters`) rises. */
export function countUp({ counters }: Wave, counter: number): void {
  assert(counters[counter] >= 0 && counters[counter] < WIDEST, 'a counter has room for what is issued');
  counters[counter]++;
}

/** An operation of the wave is over: its counter falls. */
export function countDown({ counters }: Wave, counter: number): void {
  assert(counters[counter] > 0 && counters[counter] <= WIDEST, 'what is over has been counted');
  counters[counter]--;
}
