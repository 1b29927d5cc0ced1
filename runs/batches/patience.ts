import { setTimeout } from 'node:timers/promises';

/** How long an interrupted run or worker waits for a server, or for a worker, that says nothing. */
export const LAST_PATIENCE_MS = 5000;

/** What a promise gives; `late` where it has not settled by then. A server that was stopped takes connections and never answers. */
export async function before<T>(ms: number, promise: Promise<T>, late: () => Error): Promise<T> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      promise,
      setTimeout(ms, undefined, { signal: timer.signal }).then(() => Promise.reject(late())),
    ]);
  } finally {
    timer.abort();
    promise.catch(() => undefined);
  }
}
