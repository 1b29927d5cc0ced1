import { createContext, Script } from 'node:vm';

/** The error of a test that exceeds its time. */
export function timeoutText(ms: number): string {
  return `timeout: exceeded --test-time ${ms / 1000}s`;
}

/**
 * Runs an action on this thread and interrupts it after this many milliseconds, even in an endless loop. It then throws an
 * error with this message; the default is the message of a test's limit in a run. Do not use its partial results.
 */
export function within<T>(ms: number, action: () => T, otherwise: string = timeoutText(ms)): T {
  try {
    return new Script('action()').runInContext(createContext({ action }), {
      timeout: ms,
      displayErrors: false,
    }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error(otherwise);
  }
}
