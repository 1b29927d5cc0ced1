import type { QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { formatOneLine, InfrastructureError, loadOptional } from '../../harness/basics/index.js';
import { formatByteCount, getMaxBytes } from '../../harness/input/index.js';
import { SHUTDOWN_TIMEOUT_MS, withTimeout } from '../batches/task-server.js';
import type { QueueAddress } from './queue-address.js';

/** Maximum number of results in a reply, which contains all events since the previous reply. */
const RESULTS_PER_REPLY = 2;

/**
 * Closes a connection as soon as the server sends a reply larger than any valid one, before parsing it. Also applies to
 * reconnections and duplicates of the connection. `onTooLarge` receives the reason.
 */
export function limitReplies(connection: Redis, onTooLarge: (reason: string) => void): Redis {
  const duplicate = connection.duplicate.bind(connection);
  connection.duplicate = (override) => limitReplies(duplicate(override), onTooLarge);
  const watch = (): void => watchReplies(connection.stream, onTooLarge);
  connection.on('connect', watch);
  if (connection.status === 'ready') watch();
  return connection;
}

function watchReplies(stream: Redis['stream'], onTooLarge: (reason: string) => void): void {
  const bytesPerReply = RESULTS_PER_REPLY * getMaxBytes('queueText');
  let received = 0;
  let written = 0;
  stream.on('data', ({ length }: Buffer) => {
    // Once new commands have been sent, the previous reply is complete.
    if (stream.bytesWritten !== written) received = 0;
    written = stream.bytesWritten;
    received += length;
    if (received <= bytesPerReply) return;
    stream.destroy();
    onTooLarge(`it sent more than ${formatByteCount(bytesPerReply)} at once; no result is that large`);
  });
}

/** How long to wait for the first connection. */
const CONNECT_MS = 5000;

/** Longest pause between attempts to reach a lost server. */
const MAX_RETRY_MS = 1000;

/**
 * Opens a connection that reconnects automatically; commands are queued until it does. Throws `InfrastructureError` if
 * the server rejects the connection or cannot be reached initially.
 */
export async function connectQueue({ options, safeUrl }: QueueAddress): Promise<Redis> {
  const { Redis } = await loadOptional('ioredis', 'A queue', () => import('ioredis'));
  let wasReached = false;
  let reason: unknown;
  const redis = new Redis({
    ...options,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => (wasReached ? Math.min(50 * attempt, MAX_RETRY_MS) : null),
  });
  redis.on('error', (error) => {
    reason = error;
  });
  try {
    await withTimeout(
      CONNECT_MS,
      connectAndPing(redis),
      () => new Error(`no answer within ${CONNECT_MS / 1000} s`),
    );
    wasReached = true;
    return redis;
  } catch (error) {
    redis.disconnect();
    throw new InfrastructureError(`Cannot reach the queue ${safeUrl}: ${formatOneLine(reason ?? error)}`);
  }
}

async function connectAndPing(redis: Redis): Promise<void> {
  await redis.connect();
  await redis.ping();
}

/** Waits for the event stream. Throws `InfrastructureError` if the connection is lost first; BullMQ then gives up. */
export async function waitUntilReady(
  events: QueueEvents,
  safeUrl: string,
  connections: readonly Redis[],
): Promise<void> {
  try {
    const makeTimeoutError = (): Error => new Error(`no answer within ${SHUTDOWN_TIMEOUT_MS / 1000} s`);
    await withTimeout(SHUTDOWN_TIMEOUT_MS, events.waitUntilReady(), makeTimeoutError);
  } catch (error) {
    for (const connection of connections) connection.disconnect();
    throw new InfrastructureError(`Lost the queue ${safeUrl} during startup: ${formatOneLine(error)}`);
  }
}
