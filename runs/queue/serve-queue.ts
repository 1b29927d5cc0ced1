import { hostname } from 'node:os';
import type { Worker } from 'bullmq';
import { loadOptional } from '../../harness/basics/index.js';
import type { BatchRunner, TestLimits } from '../../harness/workers/index.js';
import { encodeOutcome } from '../batches/batch-codec.js';
import { MAX_LOSSES, SHUTDOWN_TIMEOUT_MS, TaskServer, withTimeout } from '../batches/task-server.js';
import { attachWorker, waitForAbort } from './attached-worker.js';
import { connectQueue } from './connection.js';
import { getQueueName, parseQueueAddress } from './queue-address.js';
import { type QueueKey, QueueSeal } from './queue-key.js';

/** How often to check whether tests are still in progress. */
const BUSY_POLL_MS = 250;

interface ServeOptions {
  readonly url: string;
  /** The secret that verifies jobs' signatures and signs results. */
  readonly key?: QueueKey | undefined;
  /** The number of concurrent batches. */
  readonly workers: number;
  /** How long a worker may go without a heartbeat before its tests are reassigned. */
  readonly leaseMs: number;
  readonly start: (limits: TestLimits) => BatchRunner;
  readonly signal: AbortSignal;
  readonly shutdownTimeoutMs?: number;
  /** Called when the worker starts waiting for tests, and when it loses the connection to the server. */
  readonly onNote?: (line: string) => void;
}

/**
 * Takes batches from a queue until the signal aborts, then finishes those in progress. If the connection is lost
 * later, waits for it to come back. Returns the number of tests run.
 *
 * @throws UsageError for an invalid address
 * @throws InfrastructureError if the server cannot be reached initially
 */
export async function serveQueue(options: ServeOptions): Promise<number> {
  const { url, key, workers, leaseMs, start, signal, onNote } = options;
  const { shutdownTimeoutMs = SHUTDOWN_TIMEOUT_MS } = options;
  const address = parseQueueAddress(url);
  const connection = await connectQueue(address);
  const bullmq = await loadOptional('bullmq', 'A queue', () => import('bullmq'));
  const name = getQueueName();
  const seal = new QueueSeal(name, key);
  const tasks = new TaskServer(start, 'the queue', onNote);
  let activeTasks = 0;
  const serve = async (job: string, sealed: string): Promise<string> => {
    // Throws for an unsigned task. BullMQ's failure report is unsigned too, so a run with the key ignores it.
    const text = tasks.readOrReject(() => seal.open({ kind: 'task', job }, sealed));
    activeTasks++;
    const outcome = await tasks.run(text).finally(() => activeTasks--);
    return seal.seal({ kind: 'outcome', job, answers: sealed }, encodeOutcome(outcome));
  };
  let isReachable = true;
  const handleLoss = (): void => {
    if (isReachable) onNote?.(`Lost the queue ${address.safeUrl}; reconnecting`);
    isReachable = false;
  };
  const createWorker = (): Worker =>
    new bullmq.Worker(name, ({ id, data }) => serve(String(id), String(data?.task)), {
      connection,
      name: `${hostname()} ${process.pid}`,
      concurrency: workers,
      lockDuration: leaseMs,
      stalledInterval: leaseMs,
      maxStalledCount: MAX_LOSSES,
    })
      .on('error', handleLoss)
      .on('active', () => {
        isReachable = true;
      });
  const worker = await attachWorker(createWorker, signal, handleLoss);
  if (worker !== undefined) onNote?.(`Waiting for tests from ${address.safeUrl}, ${workers} at once`);
  await waitForAbort(signal);
  const isBusy = (): boolean => activeTasks > 0 && connection.status === 'ready';
  await closeAfterTests(worker, isBusy, shutdownTimeoutMs).catch(({ message }: Error) => onNote?.(message));
  connection.disconnect();
  await tasks.close();
  return tasks.tests;
}

/**
 * Closes a worker once its tests in progress have finished and their results have reached the server. Throws if
 * the server does not respond.
 */
async function closeAfterTests(
  worker: Worker | undefined,
  isBusy: () => boolean,
  timeoutMs: number,
): Promise<void> {
  if (worker === undefined) return;
  const closing = worker.close();
  for (let isClosed = false; !isClosed; ) {
    const busy = isBusy();
    const timeout = new Error('The queue is not responding; other workers will rerun the tests in progress');
    isClosed = await withTimeout(
      busy ? BUSY_POLL_MS : timeoutMs,
      closing.then(() => true),
      () => timeout,
    ).catch((error: Error) => {
      if (busy) return false;
      void worker.close(true).catch(() => undefined);
      throw error;
    });
  }
}
