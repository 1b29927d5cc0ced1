/**
 * The single port for every decision left to hardware. The list of answers is the schedule: it is recorded, replayed and shrunk.
 */
export interface Choices {
  /**
   * Picks one of `n` alternatives.
   *
   * @param point number of the choice point, 0 to 65,535; equal questions have equal points.
   * @param n number of alternatives, 1 to 32,768.
   * @param sources identities of the alternatives, if known: its `n` entries from `first` are non-negative
   *   numbers that mean the same source in every call. Borrowed for the call.
   * @param first index of the first alternative's source, default: 0.
   * @returns an integer from 0 to n - 1; with n = 1 it is 0 and nothing is consumed.
   */
  choose(point: number, n: number, sources?: Int32Array, first?: number): number;
}
