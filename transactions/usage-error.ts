import { escapeLine, truncateMiddle } from './visible-text.js';

/** Maximum number of characters in a message. The names and values that it quotes come from users and can be long. */
const MAX_MESSAGE_LENGTH = 2000;

/** Makes a message printable: one line of bounded length without hidden characters. */
export function formatMessageLine(message: string): string {
  return escapeLine(truncateMiddle(message, MAX_MESSAGE_LENGTH));
}

/**
 * Reports unusable user input: a malformed file, seed, name or value. The message is one line that says what
 * was wrong and what was expected; the command line prints it and exits with code 2. Quoted input is made
 * visible and shortened here.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super(formatMessageLine(message));
  }
}
