import { shortened, visibleLine } from '../visible-text.js';

/**
 * Maximum number of characters quoted from a design in messages and stored failures, after hidden characters
 * are escaped.
 */
export const MAX_DEED_LENGTH = 2100;
/**
 * Characters reserved when a text is truncated, for the note on how much was cut and for escaping characters
 * cut in half.
 */
const CUT_MARK = 100;

/**
 * Reports that a design in co-simulation violated the protocol: it exited, stopped answering or sent an
 * invalid message. The test fails with this one-line message, and the next test starts a fresh process.
 */
export class DesignError extends Error {
  override readonly name = 'DesignError';
  /** What the design did: the part of the message that follows "the design". */
  readonly deed: string;

  constructor(deed: string) {
    const line = formatDeed(deed);
    super(`the design ${line}`);
    this.deed = line;
  }
}

/** Formats the deed as one line of visible characters and bounded length; idempotent. */
function formatDeed(deed: string): string {
  const visible = visibleLine(deed);
  return visible.length <= MAX_DEED_LENGTH
    ? visible
    : visibleLine(shortened(visible, MAX_DEED_LENGTH - CUT_MARK));
}
