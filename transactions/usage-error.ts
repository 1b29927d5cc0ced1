import { shortened, visibleLine } from './visible-text.js';

/** Characters of a message; the names and values that it quotes come from outside. */
const MESSAGE_MAX = 2000;

/** A message as it may be printed: one line, nothing hidden in it, of bounded length. */
export function messageLine(message: string): string {
  return visibleLine(shortened(message, MESSAGE_MAX));
}

/**
 * The user gave something that cannot be used: a malformed file, seed, name or value. The message is one line that
 * says what was wrong and what would be right; the command line prints it and ends with exit code 2. Whatever it quotes is made
 * visible and short here.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super(messageLine(message));
  }
}
