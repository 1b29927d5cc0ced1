import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../transactions/index.js';
import { RUN_FILES } from './run-files.js';

/**
 * Throws `UsageError` if a run directory contains anything other than regular files and directories. A symbolic link
 * could redirect a command's reads and writes elsewhere, and a FIFO would make the command wait forever. The directory
 * itself may be a link.
 */
export function requirePlainDirectory(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) continue;
    throw makeNotRegularError(join(entry.parentPath, entry.name), entry.isSymbolicLink());
  }
}

/**
 * Like `requirePlainDirectory`, but for a single file or folder in a run directory. The path need not exist.
 */
export function requirePlain(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return;
  throw makeNotRegularError(path, stats.isSymbolicLink());
}

/** Returns a path as commands to paste name it: absolute if it lies outside of the current folder, so that it holds anywhere. */
export function getPasteablePath(path: string): string {
  return relative('', path).split(sep)[0] === '..' ? resolve(path) : path;
}

/** Maximum depth of a failure's files below the run directory: `failures`, bucket, test, file. */
const MAX_DEPTH = 4;

/**
 * Like `requirePlainDirectory`, but for a path and every folder between it and its run directory, if any. A link that
 * replaces `failures` or a bucket would redirect everything below it.
 */
export function requirePlainPath(path: string): void {
  const run = findRunDirectory(path);
  if (run === undefined) return;
  for (let folder = resolve(path); folder !== run; folder = dirname(folder)) requirePlain(folder);
}

/** Folders in a run directory that hold only files. */
const FLAT_FOLDERS: readonly string[] = ['coverage', RUN_FILES.outputs, RUN_FILES.scenarios];

/**
 * Returns the absolute path of the run directory that contains a path, or undefined if it is not in one. A manifest
 * below one of a run's folders does not count, since it may be a decoy in the target of a link.
 */
export function findRunDirectory(path: string): string | undefined {
  let nearest: string | undefined;
  let outer: string | undefined;
  let below = resolve(path);
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const folder = dirname(below);
    if (existsSync(join(folder, RUN_FILES.manifest))) {
      const name = basename(below);
      if (name === 'failures' || (depth === 1 && FLAT_FOLDERS.includes(name))) outer = folder;
      nearest ??= folder;
    }
    below = folder;
  }
  return outer ?? nearest;
}

function makeNotRegularError(path: string, isLink: boolean): UsageError {
  return new UsageError(
    `Cannot use "${path}": it is ${isLink ? 'a symbolic link' : 'not a regular file'}; expected a regular file or a directory`,
  );
}
