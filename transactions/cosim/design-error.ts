import { escapeLine, truncateMiddle } from '../visible-text.js';

/**
 * Maximum number of characters quoted from a design in messages and stored failures, counted after hidden characters
 * have been escaped.
 */
export const MAX_DETAIL_LENGTH = 2100;
/**
 * Number of characters reserved when a text is truncated, for the note that says how much was cut and for escaping
 * characters cut in half.
 */
const RESERVED_LENGTH = 100;

/**
 * Reports that a design in co-simulation violated the protocol: it exited, stopped answering or sent an
 * invalid message. The test fails with this one-line message, and the next test starts a fresh process.
 */
export class DesignError extends Error {
  override readonly name = 'DesignError';
  /** What the design did: the part of the message that follows "the design". */
  readonly detail: string;

  constructor(detail: string) {
    const line = formatDetail(detail);
    super(`the design ${line}`);
    this.detail = line;
  }
}

/** Formats the detail as one line of visible characters with limited length; idempotent. */
function formatDetail(detail: string): string {
  const visible = escapeLine(detail);
  return visible.length <= MAX_DETAIL_LENGTH
    ? visible
    : escapeLine(truncateMiddle(visible, MAX_DETAIL_LENGTH - RESERVED_LENGTH));
}
