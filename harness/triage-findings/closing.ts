/** A hole that tests were tried for, and none hit. */
export interface ResistingHole {
  /** `covergroup/item/bin`. */
  readonly bin: string;
  /** Number of tests tried for it. */
  readonly tried: number;
  /** Number of steps towards it that the nearest test reached, and the names of those that it did not reach. */
  readonly reached: number;
  readonly missing: readonly string[];
}

/** Result of a night's search for tests that hit its holes. */
export interface Closing {
  /** Number of tests tried for all holes. */
  readonly tried: number;
  /** Number of holes that were hit. */
  readonly closed: number;
  /** Ids, with root seeds, of the tests that hit them. */
  readonly tests: readonly string[];
  /** Commands that replay failed tests of the search. */
  readonly failed: readonly string[];
  /** Holes that tests were tried for in vain, the most valuable first. */
  readonly resisting: readonly ResistingHole[];
  /** Number of holes left that no test was tried for: the time ended before. */
  readonly untried: number;
  /** The suite containing the tests; the next night runs it first. */
  readonly file: string;
}
