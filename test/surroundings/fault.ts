/** A fault around a command, with the promised behaviour. */
export interface Fault {
  /** As worded in docs/reliability.md. */
  readonly fault: string;
  readonly promise: string;
  /** Why it cannot be tried on this machine; undefined if it can. */
  readonly skipped?: () => string | undefined;
  /** Causes it and expects the promise; or the test file that does. */
  readonly holds: (() => Promise<void>) | string;
}
