import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ComposedSuite } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { quoteShellWord } from '../basics/index.js';
import { addNamedFile, getNamedFiles } from './named-files.js';
import { hashSuiteFile, isSuiteFile, loadSuite, type SuiteFile } from './suite-file.js';

/** A suite as recorded with stored tests. Stored data never causes a suite to be loaded. */
export interface RecordedSuite {
  readonly suite: string;
  /** Null or absent for a built-in suite. */
  readonly suiteFile?: Pick<SuiteFile, 'hash'> | null;
}

interface OpenedSuite extends ComposedSuite {
  readonly hash: string;
}

/**
 * Suites loaded from files, keyed by the name that tests use. Loading a suite may run its code, so each is loaded once
 * per thread.
 */
const suitesByName = new Map<string, OpenedSuite>();

/** Whether this thread has registered or loaded a suite file itself. */
let hasSuiteFile = false;

/** Returns the suite from a file, or undefined if it has not been loaded. */
export function getLoadedSuite(name: string): ComposedSuite | undefined {
  return suitesByName.get(name);
}

/**
 * Returns whether tests can be drawn from a recorded suite, which must be built in or loaded from a file that has not
 * changed.
 */
export function isLoaded({ suite, suiteFile }: RecordedSuite): boolean {
  return !suiteFile || suitesByName.get(suite)?.hash === suiteFile.hash;
}

/**
 * Allows this process and its threads to load a file named on the command line. No other files are loaded. Throws
 * `UsageError` if the file cannot be read.
 */
export function allowSuiteFile(name: string): SuiteFile {
  const file = hashSuiteFile(name);
  hasSuiteFile = true;
  addNamedFile(file);
  return file;
}

/**
 * Loads a suite file named on the command line and makes it available by name. Does nothing for a built-in suite.
 * Throws `UsageError` if the file cannot be read or is invalid.
 */
export async function openSuite(name: string): Promise<void> {
  if (isSuiteFile(name)) await load(name, allowSuiteFile(name));
}

/** Like `openSuite`, but also searches parent folders, since the command may have been pasted into a different one. */
export async function openSuiteInParents(name: string): Promise<void> {
  if (isSuiteFile(name)) await load(name, allowSuiteFile(findInParents(name)));
}

/**
 * Loads the suite that a stored run drew from, using the file given with `--suite-file`. Throws `UsageError` if no file
 * is given or if it differs from the one that the run used.
 */
export async function openRunSuite(
  { suite, suiteFile }: RecordedSuite,
  named: string | undefined,
): Promise<void> {
  if (!suiteFile) {
    if (named === undefined) return;
    throw new UsageError(`Cannot use --suite-file ${named}: the run used the built-in suite ${suite}`);
  }
  if (named === undefined) {
    throw new UsageError(
      `Missing --suite-file: the run used the suite file ${suite}, which is loaded only when given explicitly; add --suite-file ${quoteShellWord(suite)}`,
    );
  }
  const file = allowSuiteFile(named);
  if (file.hash !== suiteFile.hash) throw makeChangedError(file.path, file.hash, suiteFile.hash);
  await load(suite, file);
}

/**
 * Loads, in a worker thread, the suite that a batch identifies by its hash. Throws `UsageError` if this process's
 * command line did not name the file, or if it has changed since.
 */
export async function openBatchSuite(suite: string, hash: string | undefined): Promise<void> {
  if (isSuiteFile(suite) !== (hash !== undefined))
    throw new UsageError(`Suite ${suite} was given ${hash === undefined ? 'without a' : 'with a'} file hash`);
  if (hash === undefined || suitesByName.get(suite)?.hash === hash) return;
  const file = getNamedFiles().findLast((named) => named.hash === hash);
  if (file === undefined) {
    throw new UsageError(
      `No suite file with hash ${hash} is known here: start every worker with --suite-file and the path of ${suite}`,
    );
  }
  const current = hashSuiteFile(file.path);
  if (current.hash !== hash) throw makeChangedError(file.path, current.hash, hash);
  await load(suite, file);
}

/**
 * Returns whether this thread has registered or loaded a suite file itself, which means that it is no longer in its
 * initial state.
 */
export function hasUserSuiteFile(): boolean {
  return hasSuiteFile;
}

async function load(name: string, { path, hash }: SuiteFile): Promise<void> {
  if (suitesByName.get(name)?.hash === hash) return;
  hasSuiteFile = true;
  const composed = await loadSuite(path);
  // The file may have changed between hashing and loading.
  const current = hashSuiteFile(path).hash;
  if (current !== hash) throw makeChangedError(path, current, hash);
  suitesByName.set(name, { ...composed, suite: { ...composed.suite, name }, hash });
}

function makeChangedError(path: string, current: string, original: string): UsageError {
  return new UsageError(
    `Suite file ${path}, or a file that it imports or reads, has changed since the run began (hash was ${original}, is now ${current}): restore it, or start a new run`,
  );
}

/** Finds a file in the current folder or the nearest parent that contains it. Returns `name` unchanged if none does. */
function findInParents(name: string): string {
  for (let folder = resolve('.'); ; folder = dirname(folder)) {
    const path = resolve(folder, name);
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return name;
  }
}
