/**
 * What a shrunk failure shows about its bug, under its own and other schedules, in words that do not depend on the
 * seed: without counts and numbers of waves, ids and primitives.
 */
export interface ObservedKinds {
  /** Bucket and id of the shrunk failure. */
  readonly signature: string;
  readonly test: string;
  /** What was observed of the cause, after its rule: `ORD-06: Id N becomes visible, ...`. Failures of one bug share one of them. */
  readonly kinds: readonly string[];
}
