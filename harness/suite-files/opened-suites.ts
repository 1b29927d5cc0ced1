import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { shellWord } from '../../base/basics/index.js';
import type { ComposedSuite } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { isSuiteFile, loadSuite, type SuiteFile, suiteFileOf } from './suite-file.js';

/** The suite of stored tests: stored data names a suite, and never loads it. */
export interface RecordedSuite {
  readonly suite: string;
  /** Null or absent for a built-in suite. */
  readonly suiteFile?: Pick<SuiteFile, 'hash'> | null;
}

interface OpenedSuite extends ComposedSuite {
  readonly hash: string;
}

/** Suites of files by the name that tests carry; loading one may run its code, so it is loaded once a thread. */
const opened = new Map<string, OpenedSuite>();

/** Under this key threads inherit the files that the command line of their process named. */
const NAMED = 'pops-tb suite files';

/** The suite of a file, once it has been loaded. */
export function openedSuite(name: string): ComposedSuite | undefined {
  return opened.get(name);
}

/** Whether the tests of a recorded suite can be drawn here: it is built in, or its file is open and is the same. */
export function isOpen({ suite, suiteFile }: RecordedSuite): boolean {
  return !suiteFile || opened.get(suite)?.hash === suiteFile.hash;
}

/**
 * Lets this process and its threads load a file that the command line names; no other file is loaded. Throws
 * `UsageError` for a file that cannot be read.
 */
export function nameSuiteFile(name: string): SuiteFile {
  const file = suiteFileOf(name);
  setEnvironmentData(NAMED, [...namedFiles().filter(({ path }) => path !== file.path), file]);
  return file;
}

/**
 * Loads the suite of a file that the command line names, so that it is found by its name from now on; other names are
 * ignored. Throws `UsageError` for a file that cannot be read or is wrong.
 */
export async function openSuite(name: string): Promise<void> {
  if (isSuiteFile(name)) await open(name, nameSuiteFile(name));
}

/** As `openSuite` for a line that may be pasted in another folder than its run began in: folders around it are looked in too. */
export async function openSuiteFromWithin(name: string): Promise<void> {
  if (isSuiteFile(name)) await open(name, nameSuiteFile(fileAround(name)));
}

/**
 * Loads the suite that a stored run drew from, out of the file that the command line names with `--suite-file`. Throws
 * `UsageError` where it names none, or one that is not what the run drew from.
 */
export async function openSuiteOfRun(
  { suite, suiteFile }: RecordedSuite,
  named: string | undefined,
): Promise<void> {
  if (!suiteFile) {
    if (named === undefined) return;
    throw new UsageError(`Cannot use --suite-file ${named}: the run drew from the built-in suite ${suite}`);
  }
  if (named === undefined) {
    throw new UsageError(
      `Missing --suite-file: the run drew from the suite file ${suite}, whose code runs only if the command names it: add --suite-file ${shellWord(suite)}`,
    );
  }
  const file = nameSuiteFile(named);
  if (file.hash !== suiteFile.hash) throw changed(file.path, file.hash, suiteFile.hash);
  await open(suite, file);
}

/**
 * Loads the suite that a batch names by its hash, in a worker thread. Throws `UsageError` for one that the command line of
 * this process did not name, or that has changed since.
 */
export async function openSuiteOfBatch(suite: string, hash: string | undefined): Promise<void> {
  if (isSuiteFile(suite) !== (hash !== undefined))
    throw new UsageError(
      `Suite ${suite} comes ${hash === undefined ? 'without the' : 'with a'} hash of a file`,
    );
  if (hash === undefined || opened.get(suite)?.hash === hash) return;
  const file = namedFiles().findLast((named) => named.hash === hash);
  if (file === undefined) {
    throw new UsageError(
      `No suite file with hash ${hash} is known here: start every worker with --suite-file and the file of ${suite}`,
    );
  }
  const now = suiteFileOf(file.path);
  if (now.hash !== hash) throw changed(file.path, now.hash, hash);
  await open(suite, file);
}

/** Hashes of the files that the command line of this process named. */
export function namedSuiteHashes(): readonly string[] {
  return namedFiles().map(({ hash }) => hash);
}

function namedFiles(): readonly SuiteFile[] {
  return (getEnvironmentData(NAMED) ?? []) as unknown as readonly SuiteFile[];
}

async function open(name: string, { path, hash }: SuiteFile): Promise<void> {
  if (opened.get(name)?.hash === hash) return;
  const composed = await loadSuite(path);
  // What was hashed may not be what was loaded.
  const now = suiteFileOf(path).hash;
  if (now !== hash) throw changed(path, now, hash);
  opened.set(name, { ...composed, suite: { ...composed.suite, name }, hash });
}

function changed(path: string, now: string, then: string): UsageError {
  return new UsageError(
    `Suite file ${path}, or a file that it imports or reads, has changed since the run began (hash ${now}, then ${then}): restore it, or start a new run`,
  );
}

/** The file of that name in the nearest folder, from the current one up; the name as it is where none has it. */
function fileAround(name: string): string {
  for (let folder = resolve('.'); ; folder = dirname(folder)) {
    const path = resolve(folder, name);
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return name;
  }
}
