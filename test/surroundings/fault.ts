/** A fault in a command's environment, and the behaviour promised for it. */
export interface Fault {
  /** As worded in docs/reliability.md. */
  readonly fault: string;
  readonly promise: string;
  /** Returns why the fault cannot be tested on this machine, or undefined if it can. */
  readonly reasonToSkip?: () => string | undefined;
  /** Causes the fault and checks the promise, or names the test file that does so. */
  readonly test: (() => Promise<void>) | string;
}
