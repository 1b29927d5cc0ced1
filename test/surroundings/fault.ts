/** A fault in the surroundings of a command, and the promised behaviour. */
export interface Fault {
  /** The wording in docs/reliability.md. */
  readonly fault: string;
  readonly promise: string;
  /** Returns why the fault cannot be tried on this machine, or undefined if it can. */
  readonly reasonToSkip?: () => string | undefined;
  /** Causes the fault and checks the promise, or names the test file that does so. */
  readonly test: (() => Promise<void>) | string;
}
