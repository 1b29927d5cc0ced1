/** A hole the search did not hit. */
export interface ResistingHole {
  /** `covergroup/item/bin`. */
  readonly bin: string;
  /** Steps towards it that the nearest test reached and did not reach. */
  readonly reached: number;
  readonly missing: readonly string[];
}

/** Result of a night's search for tests that hit its holes. */
export interface Closing {
  readonly tried: number;
  /** Holes that were hit. */
  readonly closed: number;
  /** Ids, with root seeds, of the tests that hit them. */
  readonly tests: readonly string[];
  /** Lines that replay failed tests of the search. */
  readonly failed: readonly string[];
  /** The other holes, the most valuable first. */
  readonly resisting: readonly ResistingHole[];
  /** The suite containing the tests; the next night runs it first. */
  readonly file: string;
}
