/**
 * What a shrunk failure shows about its bug, under its own and other schedules: without numbers, and names of
 * waves, ids and chips.
 */
export interface ObservedKinds {
  /** Bucket and id of the shrunk failure. */
  readonly signature: string;
  readonly test: string;
  /** What was observed of the cause, after its rule: `ORD-06: Id N becomes visible, ...`. Failures of one bug share one of them. */
  readonly kinds: readonly string[];
}
