/** How a failure group of an earlier run stands on this build. */
export const FIX_STATES = ['fixed', 'still failing', 'fails differently', 'cannot run'] as const;

/** What stored failures of a group do on this build, under many schedules. */
export interface GroupFix {
  /** Name of the group in the earlier run. */
  readonly signature: string;
  readonly state: (typeof FIX_STATES)[number];
  /** Scenarios that ran, and the runs of all of them. */
  readonly scenarios: number;
  readonly runs: number;
  readonly failed: number;
  /** How often the rule of the group had something to judge; null where it is named by none. */
  readonly armed: number | null;
  /** Stored scenarios that cannot run any more, and why the first one cannot. */
  readonly lost: number;
  readonly why?: string;
  /** The last step of the old failure, at which its rule fired. */
  readonly lastStep?: string;
  /** What it fails by now. */
  readonly other?: string;
  /** The line that shows a failure. */
  readonly repro?: string;
}
