import { UsageError } from '../../transactions/index.js';
import { getFirstLine } from './one-line.js';

/** Returns the message of a thrown value, which need not be an `Error`. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the first line of an error's message: the reason a test stopped, without its output. */
export function getErrorSummary(error: unknown): string {
  return getFirstLine(getErrorMessage(error));
}

/** Returns whether an error was caused by the command or the machine, not by the test in which it occurred. */
export function isCommandError(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException;
  return ['UsageError', 'InfrastructureError'].includes(name) || /^E[A-Z]+$/.test(code ?? '');
}

/** Returns what `read` returns, or undefined if it throws `UsageError`, as it does for files that cannot be used. */
export function readIfUsable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
