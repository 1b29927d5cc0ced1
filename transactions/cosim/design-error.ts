import { messageLine } from '../usage-error.js';

/**
 * A design in co-simulation did not keep to the protocol: it ended, was silent, or said what means nothing. The test fails with this
 * message, in one line; the next one begins with a fresh process.
 */
export class DesignError extends Error {
  override readonly name = 'DesignError';
  /** What the design did, as the message says it after "the design". */
  readonly deed: string;

  constructor(deed: string) {
    const line = messageLine(deed);
    super(`the design ${line}`);
    this.deed = line;
  }
}
