/** A fault around a command, with the promised behaviour. */
export interface Fault {
  /** As worded in docs/reliability.md. */
  readonly fault: string;
  readonly promise: string;
  /** Why the fault cannot be tried on this machine; undefined if it can. */
  readonly reasonToSkip?: () => string | undefined;
  /** Causes the fault and expects the promise, or names the test file that does. */
  readonly test: (() => Promise<void>) | string;
}
