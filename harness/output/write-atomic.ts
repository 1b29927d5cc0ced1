import { closeSync, constants, fstatSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeFileError, makeWriteError } from '../basics/errors.js';
import { getTempPath } from '../basics/run-files.js';
import { makeFolders } from './out-directory.js';
import { openTarget, resolveOutTarget, writeAll } from './out-target.js';

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

/**
 * Writes a file atomically, so that readers never see a partial file, and creates its folders if necessary. Only
 * regular files are replaced; devices and FIFOs are written to. Throws `UsageError` for a path that cannot be written
 * to, and `InfrastructureError` if the disk is full or read-only.
 */
export function writeAtomic(file: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  try {
    const target = resolveOutTarget(file);
    if (target.kind === 'file') replaceFile(target.path, bytes);
    else if (target.kind === 'handle') writeAll(target.handle, bytes);
    else writeThrough(openTarget(target), bytes);
  } catch (error) {
    throw makeWriteError(error, `Cannot write "${file}": ${describeFileError(error)}`);
  }
}

/** Writes a temporary file of its own and moves it into place. */
function replaceFile(path: string, bytes: Uint8Array): void {
  const tempFile = getTempPath(path);
  makeFolders(dirname(path));
  // Removes what an earlier write left that could not be finished, and never follows a link in its place.
  rmSync(tempFile, { force: true });
  try {
    const handle = openSync(tempFile, 'wx');
    try {
      writeAll(handle, bytes);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(tempFile, path);
  } catch (error) {
    removeTempFile(tempFile);
    throw error;
  }
}

function writeThrough(handle: number, bytes: Uint8Array): void {
  try {
    writeAll(handle, bytes);
  } finally {
    closeSync(handle);
  }
}

/** Removes a temporary file if possible. Ignores errors (its folder may be missing): callers throw the original. */
function removeTempFile(tempFile: string): void {
  try {
    rmSync(tempFile, { force: true });
  } catch {
    // Nothing to remove.
  }
}
