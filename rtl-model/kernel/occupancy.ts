/**
 * One bit per slot of a ring, in 32-bit words: finds the next used slot without visiting empty ones.
 * Functions on a plain array, because a wrapper object costs a twentieth of P1.
 */
export type Occupancy = Int32Array;

/** Slots per word. */
export const WORD_SLOTS = 32;

/** An empty ring of `slots`, a power of two of at least `WORD_SLOTS`. */
export function emptyOccupancy(slots: number): Occupancy {
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

/** Distance from `slot` to the next used slot within its word; `WORD_SLOTS` if the rest is empty. */
export function distanceInWord(occupancy: Occupancy, slot: number): number {
  const rest = occupancy[slot >> 5] >>> slot;
  return WORD_SLOTS - Math.clz32(~rest & (rest - 1));
}
