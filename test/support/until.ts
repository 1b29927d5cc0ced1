const POLL_MS = 20;

/**
 * Waits until another process, page or thread has done something. This has no time limit of its own, since it
 * takes longer on a busy machine. If it never happens, the test runner's limit ends the wait.
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
 * Waits for a fixed time if the time is itself the stimulus, as for a server that is away for a while. Never
 * use this to wait for something to happen.
 */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
