import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../transactions/index.js';
import { RUN_FILES } from './run-files.js';

/**
 * Throws `UsageError` if a run directory contains anything but files and directories: a symbolic link would make a command read
 * or write elsewhere, and a FIFO would make it wait forever. The directory itself may be a link.
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

/** Depth of a failure's file below its run directory: `failures`, the bucket, the test, the file. */
const DEPTH = 4;

/**
 * The same for every folder between a path and its run directory, if any: a link at `failures` or a bucket redirects everything
 * below.
 */
export function requirePlainWay(path: string): void {
  const run = runDirectoryOf(path);
  if (run === undefined) return;
  for (let at = resolve(path); at !== run; at = dirname(at)) requirePlain(at);
}

/** The absolute run directory containing a path; undefined if none. */
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
