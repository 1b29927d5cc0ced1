/**
 * The only interface through which the hardware's choices are made. The list of answers is the schedule, which can be
 * recorded, replayed and shrunk.
 */
export interface Choices {
  /**
   * Picks one of `n` alternatives.
   *
   * @param point the number of the choice point, from 0 to 65,535. The same question always has the same point.
   * @param n the number of alternatives, from 1 to 32,768.
   * @param sources the identities of the alternatives, if known. Its `n` entries from `first` on are non-negative
   *   numbers, each of which identifies the same source in every call. The array is valid only during the call.
   * @param first the index of the first alternative's source, by default 0.
   * @returns an integer from 0 to n - 1. If n = 1, it is 0, and no answer is consumed.
   */
  choose(point: number, n: number, sources?: Int32Array, first?: number): number;
}
