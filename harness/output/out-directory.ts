import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../transactions/index.js';
import { describeFileError, makeWriteError } from '../basics/errors.js';
import { isLeftover } from '../basics/run-files.js';
import { resolveOutTarget } from './out-target.js';

/**
 * Creates the output directory of a run, which must be new or empty. Throws a one-line `UsageError` if the path is
 * unusable, and `InfrastructureError` if the disk is full or read-only.
 */
export function makeOutDirectory(directory: string): void {
  const parent = findNearestExisting(resolve(directory));
  if (!statSync(parent).isDirectory()) throw makeOutputError(directory, `${parent} is not a directory`);
  const entries = parent === resolve(directory) ? readdirSync(parent) : [];
  if (entries.some((name) => !isLeftover(name))) throw makeOutputError(directory, 'it is not empty');
  try {
    accessSync(parent, constants.W_OK);
    makeFoldersBelow(parent, resolve(directory));
  } catch (error) {
    const reason = `cannot create a directory in ${parent} (${describeFileError(error)})`;
    throw makeWriteError(error, makeOutputError(directory, reason).message);
  }
}

function makeOutputError(directory: string, reason: string): UsageError {
  return new UsageError(`Invalid --out "${directory}": ${reason}; expected a new or empty directory`);
}

function findNearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findNearestExisting(dirname(path));
}

/** Throws `UsageError` if a file cannot be written, so a command fails immediately instead of after minutes of work. */
export function checkOutFile(file: string): void {
  try {
    const target = resolveOutTarget(file);
    if (target.kind === 'file') checkFolder(dirname(target.path));
    else if (target.kind === 'stream') accessSync(target.path, constants.W_OK);
  } catch (error) {
    throw makeWriteError(error, `Cannot write "${file}": ${describeFileError(error)}`);
  }
}

function checkFolder(path: string): void {
  const folder = findNearestExisting(path);
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a directory`);
  accessSync(folder, constants.W_OK);
}

/** Creates a folder and its parents. Throws the system error on failure. */
export function makeFolders(directory: string): void {
  const path = resolve(directory);
  makeFoldersBelow(findNearestExisting(path), path);
}

/**
 * Creates one directory per call, because Node 20's recursive mkdir hangs on file systems where directories cannot be
 * created, such as /proc.
 */
function makeFoldersBelow(parent: string, directory: string): void {
  if (directory === parent) return;
  makeFoldersBelow(parent, dirname(directory));
  mkdirSync(directory);
}
