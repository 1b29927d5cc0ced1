/**
 * What a shrunk failure shows about its bug under its own and other schedules. The wording is independent of
 * the seed: it contains no counts, and no wave, id or primitive numbers.
 */
export interface ObservedKinds {
  /** The bucket of the shrunk failure. */
  readonly signature: string;
  /** The test id of the shrunk failure. */
  readonly test: string;
  /**
   * The cause's rule and what was observed, as in `ORD-06: Id N becomes visible, ...`. Failures with the same
   * bug have one in common.
   */
  readonly kinds: readonly string[];
}
