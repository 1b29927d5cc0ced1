import { closeSync, constants, openSync, readSync } from 'node:fs';
import { describeFileError } from '../../harness/basics/index.js';
import { getMaxBytes, readInput } from '../../harness/input/index.js';
import { appendToFile, writeAtomic } from '../../harness/output/index.js';
import { parseJson, safeParse, UsageError } from '../../transactions/index.js';
import { entrySchema, type HistoryEntry } from './history-run.js';

/** The contents of a history file. */
interface HistoryFile {
  /** Entries keyed by run directory. If a run has several lines, the last one wins. */
  readonly entries: ReadonlyMap<string, HistoryEntry>;
  /** The number of lines, including malformed ones. */
  readonly lines: number;
  /** The line numbers of malformed lines. */
  readonly malformed: readonly number[];
}

const EMPTY: HistoryFile = { entries: new Map(), lines: 0, malformed: [] };
const LINE_END = '\n'.charCodeAt(0);

/**
 * Reads past runs from a file. Returns none if the file is missing. Throws the same `UsageError` as `readInput`,
 * for example if the file is too large.
 */
export function readHistoryLines(path: string): HistoryFile {
  if (!exists(path)) return EMPTY;
  const bytes = readInput('history', path);
  const entries = new Map<string, HistoryEntry>();
  const malformed: number[] = [];
  let lines = 0;
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end);
    start = end < 0 ? bytes.length : end + 1;
    lines++;
    const entry = parseEntry(line);
    if (entry === undefined) malformed.push(lines);
    else entries.set(entry.run.directory, entry);
  }
  return { entries, lines, malformed };
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

/** Rewrites the file with one line per run. */
export function writeEntries(path: string, entries: Iterable<HistoryEntry>): void {
  writeAtomic(path, Array.from(entries, (entry) => `${JSON.stringify(entry)}\n`).join(''));
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
