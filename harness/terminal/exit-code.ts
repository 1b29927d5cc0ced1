/** Exit codes. They are stable, so CI can rely on them. */
export const EXIT = {
  OK: 0,
  /** A test failed, or a violation with severity `error` was found. */
  FAILED: 1,
  /** The command line or an input was invalid. */
  USAGE: 2,
  /** A coverage or testplan gate was not met, or a trace without an error ends before its run does. */
  GATE: 3,
  /** The environment failed: for example, a worker could not start or the disk is full. */
  INFRASTRUCTURE: 4,
  INTERRUPTED: 130,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
