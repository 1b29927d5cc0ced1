/** The possible outcomes of retesting an earlier run's failure group on this build. */
export const FIX_STATES = ['fixed', 'still failing', 'fails differently', 'cannot run'] as const;

/** What happens when a group's stored failures are rerun on this build under many schedules. */
export interface GroupFix {
  /** The group's name in the earlier run. */
  readonly signature: string;
  readonly state: (typeof FIX_STATES)[number];
  /** The number of scenarios that ran. */
  readonly scenarios: number;
  /** The total number of runs of all scenarios. */
  readonly runs: number;
  /** The number of runs that failed. */
  readonly failed: number;
  /** How many times the group's rule had something to check; null if the group is not named after a rule. */
  readonly armed: number | null;
  /** The number of stored scenarios that can no longer run. */
  readonly lost: number;
  /** Why the first of these scenarios can no longer run. */
  readonly why?: string;
  /** The last step of the earlier failure, in which the group's rule fired. */
  readonly lastStep?: string;
  /** How the stored scenarios fail now, if they still fail but no longer with the group's own rule. */
  readonly other?: string;
  /** A command that reproduces a failure. */
  readonly repro?: string;
}
