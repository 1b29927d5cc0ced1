import { setTimeout } from 'node:timers/promises';

/** How long an interrupted run or worker waits for an unresponsive server or worker. */
export const SHUTDOWN_TIMEOUT_MS = 5000;

/**
 * Settles like the promise, or rejects with `makeError()` after `ms`. A suspended server still accepts connections but
 * never answers.
 */
export async function withTimeout<T>(ms: number, promise: Promise<T>, makeError: () => Error): Promise<T> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      promise,
      setTimeout(ms, undefined, { signal: timer.signal }).then(() => Promise.reject(makeError())),
    ]);
  } finally {
    timer.abort();
    promise.catch(() => undefined);
  }
}
