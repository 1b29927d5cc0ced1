import { closeSync, constants, openSync, readSync } from 'node:fs';
import { describeFileError } from '../../harness/basics/index.js';
import { getMaxBytes, readInput } from '../../harness/input/index.js';
import { appendToFile, writeAtomic } from '../../harness/output/index.js';
import { parseJson, safeParse, UsageError } from '../../transactions/index.js';
import { entrySchema, type HistoryEntry, runSchema } from './history-run.js';

interface HistoryLine {
  readonly bytes: Uint8Array;
  /** The line's entry; undefined if it is not valid for this version. */
  readonly entry: HistoryEntry | undefined;
}

interface HistoryFile {
  /** Entries keyed by run directory. If a run has several lines, the last one wins. */
  readonly entries: ReadonlyMap<string, HistoryEntry>;
  readonly lines: readonly HistoryLine[];
}

const EMPTY: HistoryFile = { entries: new Map(), lines: [] };
const LINE_END = '\n'.charCodeAt(0);

/**
 * Reads past runs from a file. Returns none if the file is missing. Throws the same `UsageError` as `readInput`,
 * for example if the file is too large.
 */
export function readHistoryLines(path: string): HistoryFile {
  if (!exists(path)) return EMPTY;
  const bytes = readInput('history', path);
  const entries = new Map<string, HistoryEntry>();
  const lines: HistoryLine[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end);
    start = end < 0 ? bytes.length : end + 1;
    const entry = parseEntry(line);
    lines.push({ bytes: line, entry });
    if (entry !== undefined) entries.set(entry.run.directory, entry);
  }
  return { entries, lines };
}

/** Appends a line to the file, creating it if missing. Throws the same errors as `appendToFile`. */
export function appendEntry(path: string, entry: HistoryEntry): void {
  appendToFile(path, `Cannot append to the history file "${path}"`, (handle, size) => {
    // A killed run may have left a partial line. End it first.
    const separator = endsWithNewline(handle, size) ? '' : '\n';
    const line = `${separator}${JSON.stringify(entry)}\n`;
    if (size + Buffer.byteLength(line) > getMaxBytes('history'))
      throw new Error('the file has reached its size limit');
    return line;
  });
}

/**
 * Rewrites the file with one line per run, and with every line and field that this version cannot read.
 *
 * @param updated the entries that replace those of their directories, or are new
 */
export function writeEntries(
  path: string,
  { entries, lines }: HistoryFile,
  updated: ReadonlyMap<string, HistoryEntry>,
): void {
  const kept = lines.flatMap(({ bytes, entry }) => {
    if (entry === undefined) return [bytes];
    const { directory } = entry.run;
    if (entries.get(directory) !== entry) return [];
    const replacement = updated.get(directory);
    return replacement === undefined ? [bytes] : [serialiseOver(bytes, replacement)];
  });
  const added = [...updated].flatMap(([directory, entry]) =>
    entries.has(directory) ? [] : [Buffer.from(JSON.stringify(entry))],
  );
  writeAtomic(path, Buffer.concat([...kept, ...added].flatMap((line) => [line, Buffer.of(LINE_END)])));
}

/** Serialises an entry with the fields of its earlier line that this version does not know. */
function serialiseOver(line: Uint8Array, entry: HistoryEntry): Buffer {
  const { run, ...rest } = parseJson(line) as Readonly<Record<string, object>>;
  const unknown = omit(rest, Object.keys(entrySchema.shape));
  const unknownOfRun = omit(run!, Object.keys(runSchema.shape));
  return Buffer.from(JSON.stringify({ ...entry, run: { ...entry.run, ...unknownOfRun }, ...unknown }));
}

function omit(fields: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function exists(path: string): boolean {
  try {
    closeSync(openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw new UsageError(`Cannot read history ${path}: ${describeFileError(error)}`);
  }
}

function parseEntry(line: Uint8Array): HistoryEntry | undefined {
  try {
    const parsed = safeParse(entrySchema, parseJson(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function endsWithNewline(handle: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(handle, last, 0, 1, size - 1);
  return last[0] === LINE_END;
}
