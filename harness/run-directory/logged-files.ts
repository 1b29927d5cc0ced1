import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { FAILURE_FILES, RUN_FILES, requirePlainWay, runDirectoryOf } from '../../base/basics/index.js';
import { type InputKind, readBounded } from '../../base/input/index.js';
import { writeWhole } from '../../base/output/index.js';
import { UsageError } from '../../transactions/index.js';
import { appendEvents, readFileHashes } from './event-log.js';

/** Hashes that the log of a run has of a file: the last one, and those before it, which hold until the file is written again. */
type Hashes = Map<string, Set<string>>;

/** What the log of a run directory said when it had this many bytes. */
interface Known {
  bytes: number;
  readonly hashes: Hashes;
}

const known = new Map<string, Known>();

/** A file of a run below its directory, as the log has it. */
const PLACE = /^(?:failures\/[^/]+\/[^/]+\/)?[^/]+$/;

const CHANGED = 'it was damaged or changed: the log of its run has another hash';

/** Hash of a file as logs have it. */
export function fileHash(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** How the log of a run names a file in it. */
export function placeInRun(directory: string, file: string): string {
  return relative(resolve(directory), resolve(file)).split(sep).join('/');
}

/**
 * Writes a file on which a verdict rests. The log of the run that it lies in gets its hash first, so that a process that is killed in
 * between leaves no file that seems changed.
 */
export function writeLogged(file: string, content: string | Uint8Array): void {
  const directory = runDirectoryOf(file);
  if (directory !== undefined && existsSync(join(directory, RUN_FILES.log)))
    logHashes(directory, { [placeInRun(directory, file)]: fileHash(content) });
  writeWhole(file, content);
}

/** Adds hashes of files to the log of a run. */
export function logHashes(directory: string, hashes: Readonly<Record<string, string>>): void {
  const log = join(directory, RUN_FILES.log);
  const before = known.get(resolve(directory));
  const isCurrent = before?.bytes === statSync(log).size;
  appendEvents(log, [{ event: 'files', hashes }]);
  if (before === undefined || !isCurrent) return;
  before.bytes = statSync(log).size;
  addTo(before.hashes, hashes);
}

/** Throws `UsageError` where the log of the run that a file lies in has another hash of it. */
export function requireLogged(file: string, bytes: Uint8Array): void {
  const directory = runDirectoryOf(file);
  if (directory === undefined) return;
  const hashes = hashesOf(directory).get(placeInRun(directory, file));
  if (hashes !== undefined && !hashes.has(fileHash(bytes)))
    throw new UsageError(`Cannot use "${file}": ${CHANGED}`);
}

/** The bytes of such a file. Throws `UsageError` where it was changed, and what `readBounded` throws. */
export function readLogged(kind: InputKind, file: string): Buffer {
  const bytes = readBounded(kind, file);
  requireLogged(file, bytes);
  return bytes;
}

/** Files of a run of which its log has another hash, with what is wrong. */
export function changedFiles(directory: string): readonly { readonly file: string; readonly why: string }[] {
  return [...hashesOf(directory).keys()].filter(isPlace).flatMap((place) => {
    const file = join(directory, place);
    if (!existsSync(file)) return [];
    try {
      requirePlainWay(file);
      readLogged('scenario', file);
      return [];
    } catch {
      return [{ file, why: CHANGED }];
    }
  });
}

/** What to say of a run whose log has no hash of a failure that it stores: an earlier version wrote it. */
export function unloggedNote(directory: string): string | undefined {
  if (!existsSync(join(directory, 'failures')) || hashesOf(directory).size > 0) return undefined;
  return `The log of ${directory} has no hashes of its files, since an earlier version wrote it: they are read as they are`;
}

/** The same of what `replay` is given. */
export function unloggedNoteOf(what: string): string | undefined {
  const path = what.replace(/#.*$/, '');
  const directory = existsSync(path) ? runDirectoryOf(join(path, FAILURE_FILES.scenario)) : undefined;
  return directory === undefined ? undefined : unloggedNote(directory);
}

/** Hashes of the files in one folder of a run, the last of each. */
export function hashesIn(directory: string, folder: string): Readonly<Record<string, string>> {
  const found = [...hashesOf(directory)].filter(([place]) => dirname(place) === folder.split(sep).join('/'));
  return Object.fromEntries(found.map(([place, hashes]) => [place, [...hashes].at(-1)!]));
}

/** A log is hostile as well: no path that leads up. */
function isPlace(place: string): boolean {
  return PLACE.test(place) && !place.split('/').some((part) => part === '.' || part === '..');
}

function hashesOf(directory: string): Hashes {
  const key = resolve(directory);
  const log = join(directory, RUN_FILES.log);
  if (!existsSync(log)) return new Map();
  const bytes = statSync(log).size;
  const before = known.get(key);
  if (before?.bytes === bytes) return before.hashes;
  const hashes: Hashes = new Map();
  for (const each of readFileHashes(log)) addTo(hashes, each);
  known.set(key, { bytes, hashes });
  return hashes;
}

function addTo(hashes: Hashes, more: Readonly<Record<string, string>>): void {
  for (const [place, hash] of Object.entries(more)) {
    const all = hashes.get(place) ?? new Set();
    // The last one comes last.
    all.delete(hash);
    hashes.set(place, all.add(hash));
  }
}
