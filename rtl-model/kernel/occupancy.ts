/**
 * One bit per slot of a ring, in words of 32: the next slot in use is found without visiting empty ones.
 * Functions on a plain array, because an object around it costs a twentieth of P1.
 */
export type Occupancy = Int32Array;

/** Slots that one word covers. */
export const WORD_SLOTS = 32;

/** An empty ring of `slots`, a power of two from `WORD_SLOTS` on. */
export function emptyOccupancy(slots: number): Occupancy {
  return new Int32Array(slots / WORD_SLOTS);
}

/** Marks a slot as in use. */
export function occupy(occupancy: Occupancy, slot: number): void {
  occupancy[slot >> 5] |= 1 << slot;
}

/** Marks a slot as empty. */
export function vacate(occupancy: Occupancy, slot: number): void {
  occupancy[slot >> 5] &= ~(1 << slot);
}

/** How far the next slot in use lies from `slot` within its word; `WORD_SLOTS` when the rest is empty. */
export function distanceInWord(occupancy: Occupancy, slot: number): number {
  const rest = occupancy[slot >> 5] >>> slot;
  return WORD_SLOTS - Math.clz32(~rest & (rest - 1));
}
