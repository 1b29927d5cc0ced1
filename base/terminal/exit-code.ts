/** Stable exit codes for CI. */
export const EXIT = {
  OK: 0,
  /** A test failed or a violation of severity error was found. */
  FAILED: 1,
  /** Wrong use or input. */
  USAGE: 2,
  /** A coverage or testplan gate was missed. */
  GATE: 3,
  /** A worker could not start, the disk is full. */
  INFRASTRUCTURE: 4,
  INTERRUPTED: 130,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
