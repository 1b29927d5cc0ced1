import { createContext, Script } from 'node:vm';

/**
 * Runs an action on this thread, which nothing else could end when it loops; throws when it takes longer than this many
 * milliseconds, as the limit of a test in a run does. What it left half done must not be used.
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
