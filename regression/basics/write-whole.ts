import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileErrorText, unwritable } from './file-errors.js';
import { makeFolders } from './out-directory.js';
import { DRAFT } from './run-files.js';

/**
 * Writes a file completely or not at all, and makes its folders: readers never see half of it. Throws `UsageError` for
 * a path that cannot be written and `InfrastructureError` when the disk is full or read-only.
 */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const draft = `${file}${DRAFT}`;
  try {
    makeFolders(dirname(file));
    // Removes what another writer left, and does not follow a link in its place.
    rmSync(draft, { force: true });
    const handle = openSync(draft, 'wx');
    try {
      writeAll(handle, typeof content === 'string' ? Buffer.from(content) : content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } catch (error) {
    removeDraft(draft);
    throw unwritable(error, `Cannot write "${file}": ${fileErrorText(error)}`);
  }
}

/** A draft whose folder could not be made cannot be removed either; the first error is the one to report. */
function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // There is none.
  }
}

function writeAll(handle: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(handle, bytes, done);
}
