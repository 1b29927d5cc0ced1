/** Something that goes wrong around a command, with what is promised then. */
export interface Fault {
  /** As docs/reliability.md says it. */
  readonly fault: string;
  readonly promise: string;
  /** Why it cannot be tried on this machine; undefined where it can. */
  readonly skipped?: () => string | undefined;
  /** Causes it and expects the promise; or the test file that does. */
  readonly holds: (() => Promise<void>) | string;
}
