/**
 * What a shrunk failure shows about its bug under its own and other schedules. The wording does not depend on the seed: it
 * contains no counts and no numbers of waves, ids or primitives.
 */
export interface ObservedKinds {
  /** The bucket of the shrunk failure. */
  readonly signature: string;
  /** The test id of the shrunk failure. */
  readonly test: string;
  /** The rule of the cause and what was observed, as in `ORD-06: Id N becomes visible, ...`. Failures of one bug share one. */
  readonly kinds: readonly string[];
}
