import { createContext, Script } from 'node:vm';

/** Returns whether a string is a valid date, such as `2026-12-31`. */
export function isDateString(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${text}T`);
}

/** Returns the current date in UTC, such as `2026-12-31`. */
export function today(now: Date = new Date()): string {
  return now.toISOString().slice(0, 10);
}

/** Returns the error message for a test that exceeds its time limit. */
export function formatTimeout(ms: number): string {
  return `timeout: exceeded --test-time ${ms / 1000}s`;
}

/**
 * Runs an action on this thread and interrupts it after `ms` milliseconds, even in an infinite loop. On timeout, throws
 * an error with the given message, which defaults to the one for a test that exceeds its time limit. Callers must
 * discard any partial results of an interrupted action.
 */
export function runWithTimeout<T>(
  ms: number,
  action: () => T,
  timeoutMessage: string = formatTimeout(ms),
): T {
  try {
    return new Script('action()').runInContext(createContext({ action }), {
      timeout: ms,
      displayErrors: false,
    }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error(timeoutMessage);
  }
}
