import { createContext, Script } from 'node:vm';

/** The error of a test that exceeds its time. */
export function timeoutText(ms: number): string {
  return `timeout: exceeded --test-time ${ms / 1000}s`;
}

/**
 * Runs an action on this thread and interrupts it even in an endless loop: throws after this many milliseconds,
 * with this message, by default that of a test's limit in a run. Do not use its partial results.
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
