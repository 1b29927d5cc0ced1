/**
 * The single port for every decision left to the hardware. The list of answers is the schedule, which can be
 * recorded, replayed and shrunk.
 */
export interface Choices {
  /**
   * Picks one of `n` alternatives.
   *
   * @param point number of the choice point, from 0 to 65,535. Equal questions have equal points.
   * @param n number of alternatives, from 1 to 32,768.
   * @param sources identities of the alternatives, if known. Its `n` entries from `first` on are non-negative
   *   numbers that identify the same source in every call. The array is borrowed for the call.
   * @param first index of the first alternative's source, by default 0.
   * @returns an integer from 0 to n - 1; if n = 1, it is 0, and no answer is consumed.
   */
  choose(point: number, n: number, sources?: Int32Array, first?: number): number;
}
