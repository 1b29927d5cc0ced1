import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeFileError, makeWriteError } from '../basics/file-errors.js';
import { getTempPath } from '../basics/run-files.js';
import { makeFolders } from './out-directory.js';
import { openTarget, resolveOutTarget, writeAll } from './out-target.js';

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

/**
 * Writes a draft and moves it into place. The draft's name contains the process id, so two processes that write the
 * same file never share a draft.
 */
function replaceFile(path: string, bytes: Uint8Array): void {
  const draft = getTempPath(path);
  makeFolders(dirname(path));
  // Removes any stale draft of a killed process with the same id, and never follows a link in its place.
  rmSync(draft, { force: true });
  try {
    const handle = openSync(draft, 'wx');
    try {
      writeAll(handle, bytes);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, path);
  } catch (error) {
    removeDraft(draft);
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

/** Removes the draft if possible. Ignores errors (its folder may be missing): callers throw the original error. */
function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // Nothing to remove.
  }
}
