import { createContext, Script } from 'node:vm';

/**
 * Runs an action on this thread and interrupts it even in an endless loop: throws after this many milliseconds,
 * like a test's limit in a run. Do not use its partial results.
 */
export function within<T>(ms: number, action: () => T): T {
  try {
    return new Script('action()').runInContext(createContext({ action }), {
      timeout: ms,
      displayErrors: false,
    }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error(`timeout: exceeded --test-time ${ms / 1000}s`);
  }
}
