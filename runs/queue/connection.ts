import type { Redis } from 'ioredis';
import { formatOneLine, InfrastructureError, loadOptional } from '../../base/basics/index.js';
import { withTimeout } from '../batches/patience.js';
import type { QueueAddress } from './queue-address.js';

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
