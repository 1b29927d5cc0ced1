import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { describeFileError, makeWriteError } from '../basics/file-errors.js';
import { writeAll } from './out-target.js';

/**
 * Appends to a regular file, creating it if missing; never waits for a reader. Throws `UsageError` for a path that
 * cannot be appended to, and `InfrastructureError` if the disk is full or read-only; both start with `problem`.
 *
 * @param getContent returns what to append, given the open file and its size in bytes
 */
export function appendToFile(
  path: string,
  problem: string,
  getContent: (handle: number, size: number) => string,
): void {
  try {
    const { O_APPEND, O_CREAT, O_RDWR, O_NONBLOCK = 0 } = constants;
    const handle = openSync(path, O_APPEND | O_CREAT | O_RDWR | O_NONBLOCK, 0o666);
    try {
      const stats = fstatSync(handle);
      if (!stats.isFile()) throw new Error('not a regular file');
      writeAll(handle, Buffer.from(getContent(handle, stats.size)));
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw makeWriteError(error, `${problem}: ${describeFileError(error)}`);
  }
}
