/**
 * The user gave something that cannot be used: a malformed file, seed, name or value. The message is one line that
 * says what was wrong and what would be right; the command line prints it and ends with exit code 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
