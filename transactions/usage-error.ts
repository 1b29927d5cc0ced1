import { escapeLine, truncateMiddle } from './visible-text.js';

/** Maximum number of characters in a message, which may quote long names and values from users. */
const MAX_MESSAGE_LENGTH = 2000;

/** Formats a message for printing as one line of limited length, with hidden characters escaped. */
export function formatMessageLine(message: string): string {
  return escapeLine(truncateMiddle(message, MAX_MESSAGE_LENGTH));
}

/**
 * An error in user input, such as a malformed file, seed, name or value. The message is one line that says what
 * was wrong and what was expected; the command line prints it and exits with code 2. The constructor escapes hidden
 * characters and shortens long messages.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super(formatMessageLine(message));
  }
}
