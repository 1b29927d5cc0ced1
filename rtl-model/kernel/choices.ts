/**
 * All of the hardware's choices are made through this interface. The list of answers is the schedule, which can be
 * recorded, replayed and shrunk.
 */
export interface Choices {
  /**
   * Picks one of `n` options.
   *
   * @param point the number of the choice point, from 0 to 65,535. Each kind of decision always uses the same choice
   *   point.
   * @param n the number of options, from 1 to 32,768.
   * @param sources the identities of the options, if known. The `n` entries starting at `first` are non-negative
   *   IDs that are stable across calls. The array is valid only during the call.
   * @param first the index of the first option's source; defaults to 0.
   * @returns an integer from 0 to n - 1. If n = 1, it is 0, and no answer is consumed.
   */
  choose(point: number, n: number, sources?: Int32Array, first?: number): number;
}
