import { shortened, visibleLine } from '../visible-text.js';

/** Most characters that a message quotes from a design, with hidden ones as escapes; stored failures quote them too. */
export const DEED_MAX = 2100;
/** What a cut text has in addition: how much was cut, and escapes of the characters cut in half. */
const CUT_MARK = 100;

/**
 * A design in co-simulation did not keep to the protocol: it ended, was silent, or said what means nothing. The test fails with this
 * message, in one line; the next one begins with a fresh process.
 */
export class DesignError extends Error {
  override readonly name = 'DesignError';
  /** What the design did, as the message says it after "the design". */
  readonly deed: string;

  constructor(deed: string) {
    const line = deedLine(deed);
    super(`the design ${line}`);
    this.deed = line;
  }
}

/** In one line, which stays as it is when it is taken again. */
function deedLine(deed: string): string {
  const visible = visibleLine(deed);
  return visible.length <= DEED_MAX ? visible : visibleLine(shortened(visible, DEED_MAX - CUT_MARK));
}
