/**
 * What a shrunk failure reveals about its bug, both under its own schedule and under others. The wording does not
 * depend on the seed: it contains no counts, and no wave, id or primitive numbers.
 */
export interface ObservedKinds {
  /** The bucket of the shrunk failure. */
  readonly signature: string;
  /** The test id of the shrunk failure. */
  readonly test: string;
  /**
   * The rule that points to the cause and what it observed, as in `ORD-06: Id N becomes visible, ...`. Failures caused
   * by the same bug have at least one kind in common.
   */
  readonly kinds: readonly string[];
}
