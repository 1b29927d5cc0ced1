import { assert } from './assert.js';

/**
 * One bit per slot of a ring, in 32-bit words, so the next used slot can be found without scanning the empty ones. The
 * functions operate on a plain array, because a wrapper object would make the kernel benchmark (P1,
 * `tools/bench/p1-kernel.ts`) 5% slower.
 */
export type Occupancy = Int32Array;

/** The number of slots per word. */
export const WORD_SLOTS = 32;

/** Creates an empty ring. `slots` is a power of two no smaller than `WORD_SLOTS`. */
export function makeEmptyOccupancy(slots: number): Occupancy {
  assert(slots % WORD_SLOTS === 0, 'a ring consists of whole words');
  return new Int32Array(slots / WORD_SLOTS);
}

/** Marks a slot as used. */
export function occupy(occupancy: Occupancy, slot: number): void {
  occupancy[slot >> 5] |= 1 << slot;
}

/** Marks a slot as empty. */
export function vacate(occupancy: Occupancy, slot: number): void {
  occupancy[slot >> 5] &= ~(1 << slot);
}

/** Returns the distance from `slot` to the next used slot in its word, or `WORD_SLOTS` if the rest of it is empty. */
export function getDistanceInWord(occupancy: Occupancy, slot: number): number {
  const rest = occupancy[slot >> 5] >>> slot;
  return WORD_SLOTS - Math.clz32(~rest & (rest - 1));
}
