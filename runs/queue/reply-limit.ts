import type { Redis } from 'ioredis';
import { formatByteCount, getMaxBytes } from '../../base/input/index.js';

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
