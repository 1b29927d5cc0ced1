import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../transactions/index.js';
import { RUN_FILES } from './run-files.js';

/**
 * Throws `UsageError` where a run directory holds anything but files and directories: a symbolic link in it would have a command
 * read or write what lies elsewhere, and a FIFO would have it wait for ever. The directory itself may be a link.
 */
export function requirePlainDirectory(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) continue;
    throw notPlain(join(entry.parentPath, entry.name), entry.isSymbolicLink());
  }
}

/** The same for a single file or folder of a run directory; an absent one is fine. */
export function requirePlain(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile() || found.isDirectory()) return;
  throw notPlain(path, found.isSymbolicLink());
}

/** How far below its run directory a file of a failure lies: `failures`, the bucket, the test, the file. */
const DEPTH = 4;

/**
 * The same for every folder between a path and the run directory that it lies in, where it lies in one: `failures` or a bucket that is
 * a link leads elsewhere, whatever lies below.
 */
export function requirePlainWay(path: string): void {
  const run = runDirectoryOf(path);
  if (run === undefined) return;
  for (let at = resolve(path); at !== run; at = dirname(at)) requirePlain(at);
}

/** The run directory that a path lies in, absolute; undefined where it lies in none. */
export function runDirectoryOf(path: string): string | undefined {
  let at = dirname(resolve(path));
  for (let up = 0; up < DEPTH; up++, at = dirname(at))
    if (existsSync(join(at, RUN_FILES.manifest))) return at;
  return undefined;
}

function notPlain(path: string, isLink: boolean): UsageError {
  return new UsageError(
    `Cannot use "${path}": it is ${isLink ? 'a symbolic link' : 'not a regular file'}; expected a regular file or a directory`,
  );
}
