/** A coverage hole that the search failed to close. */
export interface RemainingHole {
  /** `covergroup/item/bin`. */
  readonly bin: string;
  /** The number of tests tried. */
  readonly tried: number;
  /** How many steps towards the hole the closest test got. */
  readonly reached: number;
  /** The names of the steps that the closest test did not reach. */
  readonly missing: readonly string[];
}

/** The result of a nightly run's search for tests that hit its coverage holes. */
export interface HoleSearchResult {
  /** The number of tests tried for all holes. */
  readonly tried: number;
  /** The number of holes that were hit. */
  readonly closed: number;
  /** The ids of the tests that hit holes, with their root seeds. */
  readonly tests: readonly string[];
  /** The commands that replay tests that failed in the search. */
  readonly failed: readonly string[];
  /** The holes that were tried but are still open, most valuable first. */
  readonly resisting: readonly RemainingHole[];
  /** The number of holes that were not tried before time ran out. */
  readonly untried: number;
  /** The suite file that contains the tests. The next nightly run starts with it. */
  readonly file: string;
}
