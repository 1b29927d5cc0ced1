import { shortened, visibleLine } from '../visible-text.js';

/** Maximum characters a message quotes from a design, with hidden ones escaped; stored failures quote them too. */
export const DEED_MAX = 2100;
/** Extra characters of a truncated text: the amount cut, and escapes of characters cut in half. */
const CUT_MARK = 100;

/**
 * A design in co-simulation violated the protocol: it ended, stopped answering, or sent an invalid message. The test fails with
 * this one-line message; the next test starts a fresh process.
 */
export class DesignError extends Error {
  override readonly name = 'DesignError';
  /** What the design did: the message after "the design". */
  readonly deed: string;

  constructor(deed: string) {
    const line = deedLine(deed);
    super(`the design ${line}`);
    this.deed = line;
  }
}

/** The deed as one visible line of bounded length; idempotent. */
function deedLine(deed: string): string {
  const visible = visibleLine(deed);
  return visible.length <= DEED_MAX ? visible : visibleLine(shortened(visible, DEED_MAX - CUT_MARK));
}
