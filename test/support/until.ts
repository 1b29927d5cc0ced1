const POLL_MS = 20;

/**
 * Waits until another process, page or thread has done something. It has no limit of its own: on a busy machine it takes longer,
 * and the runner's limit ends waits for things that never happen.
 *
 * @param look What to look at; anything but undefined and false ends the wait.
 */
export async function until<T>(look: () => T | Promise<T>): Promise<Exclude<T, undefined | false>> {
  for (;;) {
    const result = await look();
    if (result !== undefined && result !== false) return result as Exclude<T, undefined | false>;
    await pause(POLL_MS);
  }
}

/** Lets time pass where that is the stimulus, such as a server that is away for a while; never to let something else happen. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
