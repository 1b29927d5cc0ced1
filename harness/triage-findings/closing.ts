/** A hole that no test of the search hit. */
export interface ResistingHole {
  /** `covergroup/item/bin`. */
  readonly bin: string;
  /** Steps towards it that the nearest test reached, and those that it did not. */
  readonly reached: number;
  readonly missing: readonly string[];
}

/** What a night's search for tests that hit its holes found. */
export interface Closing {
  readonly tried: number;
  /** Holes that were hit. */
  readonly closed: number;
  /** Ids, with root seeds, of the tests that hit them. */
  readonly tests: readonly string[];
  /** Lines that replay tests of the search that failed. */
  readonly failed: readonly string[];
  /** The other holes, the most valuable first. */
  readonly resisting: readonly ResistingHole[];
  /** The suite that has the tests; the next night runs it first. */
  readonly file: string;
}
