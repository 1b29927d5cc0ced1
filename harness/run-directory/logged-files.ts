import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { z } from 'zod';
import { parseJson, safeParse, UsageError } from '../../transactions/index.js';
import { findRunDirectory, RUN_FILES, requirePlainPath } from '../basics/index.js';
import { type InputKind, readBounded } from '../input/index.js';
import { writeAtomic } from '../output/index.js';
import { isWrittenByOther } from '../records/run-lock.js';
import { printNote } from '../terminal/index.js';
import { appendEvents, scanLog } from './event-log.js';

/** The hashes of each file in a run's log. Earlier hashes remain valid until the file is rewritten. */
type Hashes = Map<string, Set<string>>;

/** The hashes in a run's log. */
interface CachedHashes {
  /** The state of the log from which they were read (`getState`). */
  state: string;
  readonly hashes: Hashes;
  /** The offset from which it cannot be read. */
  readonly damagedAt: number | undefined;
}

const cache = new Map<string, CachedHashes>();

/** Matches the name of a run's file in the log, relative to the run directory. */
const FILE_NAME = /^(?:failures\/[^/]+\/[^/]+\/)?[^/]+$/;

const MODIFIED = 'corrupt or modified: its hash does not match the log';

/** Returns the hash of a file's contents as it appears in the log. */
export function hashContents(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the name by which a run's log refers to a file. */
export function getLoggedName(directory: string, file: string): string {
  return relative(resolve(directory), resolve(file)).split(sep).join('/');
}

/**
 * Writes a file that a verdict relies on. Its hash is logged first, so that being killed in between never leaves a file
 * that looks tampered with.
 */
export function writeAndLogHash(file: string, content: string | Uint8Array): void {
  const directory = findRunDirectory(file);
  if (directory !== undefined && existsSync(join(directory, RUN_FILES.log)))
    logHashes(directory, { [getLoggedName(directory, file)]: hashContents(content) });
  writeAtomic(file, content);
}

/** Adds file hashes to a run's log. */
export function logHashes(directory: string, hashes: Readonly<Record<string, string>>): void {
  const log = join(directory, RUN_FILES.log);
  const cached = cache.get(resolve(directory));
  const isCurrent = cached?.state === getState(log);
  appendEvents(log, [{ event: 'files', hashes }]);
  if (cached === undefined || !isCurrent) return;
  cached.state = getState(log);
  addHashes(cached.hashes, hashes);
}

/** Throws `UsageError` if a file belongs to a run whose log has a different hash for it. */
export function requireLogged(file: string, bytes: Uint8Array): void {
  const directory = findRunDirectory(file);
  if (directory === undefined) return;
  const hashes = loadHashes(directory).get(getLoggedName(directory, file));
  if (hashes !== undefined && !hashes.has(hashContents(bytes)))
    throw new UsageError(`Cannot use "${file}": ${MODIFIED}`);
}

/** Reads a file that a verdict relies on. Throws `UsageError` if it was modified, or any error from `readBounded`. */
export function readLogged(kind: InputKind, file: string): Buffer {
  const bytes = readBounded(kind, file);
  requireLogged(file, bytes);
  return bytes;
}

/** Like `readLogged`, for JSON. Returns undefined if the file is missing or modified, or does not match its schema. */
export function readLoggedDocument<T>(kind: InputKind, file: string, schema: z.ZodType<T>): T | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return safeParse(schema, parseJson(readLogged(kind, file))).data;
  } catch {
    return undefined;
  }
}

/** Finds the files of a run that no longer match its log, with the reason. */
export function findChangedFiles(
  directory: string,
): readonly { readonly file: string; readonly why: string }[] {
  return [...loadHashes(directory).keys()].filter(isSafeName).flatMap((name) => {
    const file = join(directory, name);
    if (!existsSync(file)) return [];
    try {
      requirePlainPath(file);
      readLogged('scenario', file);
      return [];
    } catch {
      return [{ file, why: MODIFIED }];
    }
  });
}

/** The damaged logs that have been noted, with their states. */
const noted = new Set<string>();

/** Prints a note, once per log, if a run's log cannot be read to its end, unless another process is writing it. */
export function noteLogDamage(directory: string): void {
  const log = loadLog(directory);
  const key = `${log?.state} ${resolve(directory)}`;
  if (log?.damagedAt === undefined || noted.has(key) || isWrittenByOther(directory)) return;
  noted.add(key);
  printNote(
    `${join(directory, RUN_FILES.log)} is cut off or corrupt at byte ${log.damagedAt}: the results after it are lost`,
  );
}

/**
 * Returns a note if a run has stored failures but no hashes of them in its log, because an earlier version wrote it.
 * Returns undefined for other runs, and for a damaged log.
 */
export function getMissingHashNote(directory: string): string | undefined {
  const isOfFailure = (name: string): boolean => name.startsWith('failures/');
  if (loadLog(directory)?.damagedAt !== undefined) return undefined;
  if (!existsSync(join(directory, 'failures')) || [...loadHashes(directory).keys()].some(isOfFailure))
    return undefined;
  return `The log of ${directory} was written by an earlier version and has no file hashes: its files are read without verification`;
}

/** Returns the latest hash of each file in a folder of a run. */
export function listHashes(directory: string, folder: string): Readonly<Record<string, string>> {
  const pairs = [...loadHashes(directory)].filter(([name]) => dirname(name) === folder.split(sep).join('/'));
  return Object.fromEntries(pairs.map(([name, hashes]) => [name, [...hashes].at(-1)!]));
}

/** Whether a name in a log is safe to use. A log may be hostile, so its paths must not lead outside the directory. */
function isSafeName(name: string): boolean {
  return FILE_NAME.test(name) && !name.split('/').some((part) => part === '.' || part === '..');
}

function loadHashes(directory: string): Hashes {
  return loadLog(directory)?.hashes ?? new Map();
}

/** Reads the hashes in a run's log; undefined if there is no log. */
function loadLog(directory: string): CachedHashes | undefined {
  const key = resolve(directory);
  const log = join(directory, RUN_FILES.log);
  if (!existsSync(log)) return undefined;
  const state = getState(log);
  const cached = cache.get(key);
  if (cached?.state === state) return cached;
  const scan = scanLog(log);
  const hashes: Hashes = new Map();
  for (const added of scan.hashes) addHashes(hashes, added);
  const loaded = { state, hashes, damagedAt: scan.damagedAt };
  cache.set(key, loaded);
  return loaded;
}

/** Returns what changes whenever a log does. */
function getState(log: string): string {
  const { size, mtimeMs } = statSync(log);
  return `${size} bytes, ${mtimeMs}`;
}

function addHashes(hashes: Hashes, added: Readonly<Record<string, string>>): void {
  for (const [name, hash] of Object.entries(added)) {
    const fileHashes = hashes.get(name) ?? new Set();
    // Keep the newest hash last.
    fileHashes.delete(hash);
    hashes.set(name, fileHashes.add(hash));
  }
}
