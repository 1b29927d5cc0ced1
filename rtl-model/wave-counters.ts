import { assert } from './kernel/assert.js';
import type { Wave } from './wave.js';

/** Maximum of `s_waitcnt`'s widest field. */
const WIDEST = 63;

/** An operation leaves the wave: one of its counters (an index into `Wave.counters`) increments. */
export function countUp({ counters }: Wave, counter: number): void {
  assert(counters[counter] >= 0 && counters[counter] < WIDEST, 'the counter has room for the operation');
  counters[counter]++;
}

/** A wave's operation is complete: its counter decrements. */
export function countDown({ counters }: Wave, counter: number): void {
  assert(counters[counter] > 0 && counters[counter] <= WIDEST, 'a finished operation was counted');
  counters[counter]--;
}
