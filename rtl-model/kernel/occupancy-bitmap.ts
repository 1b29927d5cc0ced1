/** One bit a slot of a ring, in words of 32: the next slot in use is found without visiting the empty ones. */
export class OccupancyBitmap {
  readonly words: Int32Array;

  /** @param slots a power of two, 32 or more. */
  constructor(slots: number) {
    this.words = new Int32Array(slots >> 5);
  }

  add(slot: number): void {
    this.words[slot >> 5] |= 1 << slot;
  }

  remove(slot: number): void {
    this.words[slot >> 5] &= ~(1 << slot);
  }

  /** How far the next slot in use lies from `slot` within its word; 32 when the rest of the word is empty. */
  distanceInWord(slot: number): number {
    const rest = this.words[slot >> 5] >>> slot;
    return 32 - Math.clz32(~rest & (rest - 1));
  }
}
