import type { Redis } from 'ioredis';
import { bytesMax, sizeText } from '../../base/input/index.js';

/** The maximum number of results in a reply, which contains all events since the previous one. */
const RESULTS_PER_REPLY = 2;

/**
 * Closes a connection, and each reconnection, if the server sends a larger reply than results can be. This happens before
 * the rest arrives, and before any of it is parsed. `onTooMuch` receives the reason.
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
    // Once new commands have been sent, the previous reply is complete.
    if (stream.bytesWritten !== written) received = 0;
    written = stream.bytesWritten;
    received += length;
    if (received <= bytesPerReply) return;
    stream.destroy();
    onTooMuch(`it sent more than ${sizeText(bytesPerReply)} at once; no result is that large`);
  });
}
