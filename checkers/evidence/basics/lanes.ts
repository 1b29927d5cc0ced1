/** Number of lanes per word of a lane mask. */
export const LANES_PER_WORD = 32;

/** Returns whether a lane mask, passed as its low and high words, contains a lane from 0 to 63. */
export function hasLane(low: number, high: number, lane: number): boolean {
  return (((lane < LANES_PER_WORD ? low : high) >>> (lane % LANES_PER_WORD)) & 1) !== 0;
}
