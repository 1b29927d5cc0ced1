import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'bullmq';

/** Pause before another attempt to attach. */
const RETRY_MS = 250;

/**
 * A worker that takes jobs. BullMQ gives one up for good whose server goes away while it attaches, so another is made then, until
 * one attaches; undefined where the signal comes first. `onLost` is told of each that was given up.
 */
export async function attachedWorker(
  make: () => Worker,
  signal: AbortSignal,
  onLost: () => void,
): Promise<Worker | undefined> {
  while (!signal.aborted) {
    const worker = make();
    try {
      await worker.waitUntilReady();
      return worker;
    } catch {
      onLost();
      // What never attached has nothing to end, and may say so.
      void worker.close(true).catch(() => undefined);
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}
