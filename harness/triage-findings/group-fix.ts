/** The possible states of an earlier run's failure group on this build. */
export const FIX_STATES = ['fixed', 'still failing', 'fails differently', 'cannot run'] as const;

/** How a group's stored failures behave on this build, under many schedules. */
export interface GroupFix {
  /** The group's name in the earlier run. */
  readonly signature: string;
  readonly state: (typeof FIX_STATES)[number];
  /** The number of scenarios that ran. */
  readonly scenarios: number;
  /** The number of runs over all scenarios. */
  readonly runs: number;
  /** The number of runs that failed. */
  readonly failed: number;
  /** How often the group's rule had something to judge; null if no rule names it. */
  readonly armed: number | null;
  /** The number of stored scenarios that can no longer run. */
  readonly lost: number;
  /** Why the first of those cannot run. */
  readonly why?: string;
  /** The last step of the earlier failure, at which its rule fired. */
  readonly lastStep?: string;
  /** How its stored scenarios fail now, if not by its own rule. */
  readonly other?: string;
  /** A command that shows a failure. */
  readonly repro?: string;
}
