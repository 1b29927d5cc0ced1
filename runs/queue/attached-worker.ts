import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'bullmq';
import { SHUTDOWN_TIMEOUT_MS, withTimeout } from '../batches/task-server.js';

/** Pause between attempts to attach. */
const RETRY_MS = 250;

/**
 * Creates a worker and waits until it can take jobs. Returns undefined if the signal aborts first. BullMQ gives up on
 * a worker if the server goes away while the worker is attaching, so this retries until it succeeds, and calls `onLost`
 * after each failed attempt.
 */
export async function attachWorker(
  create: () => Worker,
  signal: AbortSignal,
  onLost: () => void,
): Promise<Worker | undefined> {
  while (!signal.aborted) {
    const worker = create();
    try {
      const isAttached = await Promise.race([
        worker.waitUntilReady().then(() => true),
        waitForAbort(signal).then(() => false),
      ]);
      if (!signal.aborted) return worker;
      if (isAttached)
        await withTimeout(SHUTDOWN_TIMEOUT_MS, worker.close(), () => new Error()).catch(() => undefined);
      else discard(worker);
    } catch {
      onLost();
      discard(worker);
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/** Closes a worker that never attached, ignoring errors. */
function discard(worker: Worker): void {
  void worker.close(true).catch(() => undefined);
}

/** Resolves when the signal aborts. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
