import type { Redis } from 'ioredis';
import { bytesMax, sizeText } from '../../base/input/index.js';

/** Maximum results in a reply: it holds all events since the previous reply. */
const RESULTS_PER_REPLY = 2;

/**
 * Closes a connection, and each reconnection, if the server sends a larger reply than results can be: before the rest arrives, and
 * before any of it is parsed. `onTooMuch` gets the reason.
 */
export function limitReplies(connection: Redis, onTooMuch: (why: string) => void): Redis {
  const duplicate = connection.duplicate.bind(connection);
  connection.duplicate = (override) => limitReplies(duplicate(override), onTooMuch);
  const watch = (): void => watchReplies(connection.stream, onTooMuch);
  connection.on('connect', watch);
  if (connection.status === 'ready') watch();
  return connection;
}

function watchReplies(stream: Redis['stream'], onTooMuch: (why: string) => void): void {
  const bytesPerReply = RESULTS_PER_REPLY * bytesMax('queueText');
  let received = 0;
  let written = 0;
  stream.on('data', ({ length }: Buffer) => {
    // New commands are sent after the reply.
    if (stream.bytesWritten !== written) received = 0;
    written = stream.bytesWritten;
    received += length;
    if (received <= bytesPerReply) return;
    stream.destroy();
    onTooMuch(`it sent more than ${sizeText(bytesPerReply)} at once; no result is that large`);
  });
}
