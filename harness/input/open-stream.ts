import { createReadStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { openInput } from './read-input.js';

/**
 * Opens a regular file or an explicitly named stream for reading in chunks. A pipe is opened as a socket, since reading
 * it as a file would block a thread until the writer sends data.
 */
export function openStream(file: string): AsyncIterable<Buffer> {
  const fd = openInput(file);
  const stats = fstatSync(fd);
  if (stats.isFIFO() || stats.isSocket()) return new Socket({ fd, readable: true, writable: false });
  return createReadStream(file, { fd }) as AsyncIterable<Buffer>;
}
