import { assert } from './kernel/assert.js';
import type { Wave } from './wave.js';

/** Maximum value of the widest field of `s_waitcnt`. */
const WIDEST = 63;

/** Increments one of the wave's counters (an index into `Wave.counters`), because an operation has left the wave. */
export function countUp({ counters }: Wave, counter: number): void {
  assert(counters[counter] >= 0 && counters[counter] < WIDEST, 'the counter has room for the operation');
  counters[counter]++;
}

/** Decrements one of the wave's counters, because an operation is complete. */
export function countDown({ counters }: Wave, counter: number): void {
  assert(counters[counter] > 0 && counters[counter] <= WIDEST, 'a finished operation was counted');
  counters[counter]--;
}
