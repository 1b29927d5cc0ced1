/** Possible states of an earlier run's failure group on this build. */
export const FIX_STATES = ['fixed', 'still failing', 'fails differently', 'cannot run'] as const;

/** Behaviour of a group's stored failures on this build, under many schedules. */
export interface GroupFix {
  /** Name of the group in the earlier run. */
  readonly signature: string;
  readonly state: (typeof FIX_STATES)[number];
  /** Scenarios that ran, and their total runs. */
  readonly scenarios: number;
  readonly runs: number;
  readonly failed: number;
  /** How often the group's rule had something to judge; null if no rule names it. */
  readonly armed: number | null;
  /** Stored scenarios that can no longer run, and why the first one cannot. */
  readonly lost: number;
  readonly why?: string;
  /** The last step of the earlier failure, at which its rule fired. */
  readonly lastStep?: string;
  /** Present failure of its stored scenarios if its own rule does not fire. */
  readonly other?: string;
  /** Command that shows a failure. */
  readonly repro?: string;
}
