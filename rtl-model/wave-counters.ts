import { assert } from './kernel/assert.js';
import type { Wave } from './wave.js';

/** Maximum value of the widest field of `s_waitcnt`. */
const MAX_COUNT = 63;

/** Increments one of the wave's counters (an index into `Wave.counters`) for an operation that the wave has issued. */
export function countUp({ counters }: Wave, counter: number): void {
  assert(counters[counter] >= 0 && counters[counter] < MAX_COUNT, 'the counter has room for the operation');
  counters[counter]++;
}

/** Decrements one of the wave's counters for a completed operation. */
export function countDown({ counters }: Wave, counter: number): void {
  assert(counters[counter] > 0 && counters[counter] <= MAX_COUNT, 'only a counted operation can finish');
  counters[counter]--;
}
