const POLL_MS = 20;

/**
 * Polls until another process, page or thread has done something. Has no timeout, because a busy machine may be
 * slow. If the condition never holds, the test runner's timeout ends the wait.
 *
 * @param check The wait ends once this returns neither undefined nor false.
 */
export async function until<T>(check: () => T | Promise<T>): Promise<Exclude<T, undefined | false>> {
  for (;;) {
    const result = await check();
    if (result !== undefined && result !== false) return result as Exclude<T, undefined | false>;
    await pause(POLL_MS);
  }
}

/**
 * Sleeps for a fixed time. Use this only where the time itself is the stimulus, such as a server outage, and never
 * to wait for something to happen.
 */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
