/** What a shrunk failure shows of its bug, under its own schedule and under others: free of numbers, and of names of waves, ids and chips. */
export interface ObservedKinds {
  /** Bucket and id of the failure that was shrunk. */
  readonly signature: string;
  readonly test: string;
  /** What was observed of the cause, after its rule: `ORD-06: Id N becomes visible, ...`. Failures of one bug share one of them. */
  readonly kinds: readonly string[];
}
