import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileErrorText, unwritable } from '../basics/file-errors.js';
import { draftOf } from '../basics/run-files.js';
import { makeFolders } from './out-directory.js';
import { openTarget, outTarget, writeAll } from './out-target.js';

/**
 * Writes a file completely or not at all, creating its folders, so that readers never see a partial file. Only
 * replaces regular files; devices and FIFOs are written to. Throws `UsageError` for an unwritable path and
 * `InfrastructureError` if the disk is full or read-only.
 */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  try {
    const target = outTarget(file);
    if (target.kind === 'file') replaceFile(target.path, bytes);
    else if (target.kind === 'handle') writeAll(target.handle, bytes);
    else writeThrough(openTarget(target), bytes);
  } catch (error) {
    throw unwritable(error, `Cannot write "${file}": ${fileErrorText(error)}`);
  }
}

/** The draft's name contains the process number: two processes writing the same file never share one. */
function replaceFile(path: string, bytes: Uint8Array): void {
  const draft = draftOf(path);
  makeFolders(dirname(path));
  // Removes the remains of a killed process with the same number, and does not follow a link in their place.
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

/** A draft whose folder is gone cannot be removed either; report the first error. */
function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // It does not exist.
  }
}
