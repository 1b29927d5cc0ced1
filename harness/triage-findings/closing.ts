/** A hole that none of the tests tried for it hit. */
export interface ResistingHole {
  /** `covergroup/item/bin`. */
  readonly bin: string;
  /** The number of tests tried for it. */
  readonly tried: number;
  /** The number of steps towards it that the closest test reached. */
  readonly reached: number;
  /** The names of the steps that the closest test did not reach. */
  readonly missing: readonly string[];
}

/** The result of a night's search for tests that hit its holes. */
export interface Closing {
  /** The number of tests tried for all holes. */
  readonly tried: number;
  /** The number of holes that were hit. */
  readonly closed: number;
  /** The ids, with root seeds, of the tests that hit them. */
  readonly tests: readonly string[];
  /** The commands that replay failed tests of the search. */
  readonly failed: readonly string[];
  /** The holes for which tests were tried in vain, the most valuable first. */
  readonly resisting: readonly ResistingHole[];
  /** The number of holes for which no test was tried before time ran out. */
  readonly untried: number;
  /** The suite file that holds these tests, which the next night runs first. */
  readonly file: string;
}
