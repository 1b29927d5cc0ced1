/** Lanes that one word of a mask of lanes holds. */
export const LANES_OF_WORD = 32;

/** Whether a mask of lanes, by its low and its high word, has one of 0 to 63. */
export function hasLane(low: number, high: number, lane: number): boolean {
  return (((lane < LANES_OF_WORD ? low : high) >>> (lane % LANES_OF_WORD)) & 1) !== 0;
}
