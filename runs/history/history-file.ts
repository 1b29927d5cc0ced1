import { existsSync, readSync } from 'node:fs';
import { getMaxBytes, readInput } from '../../harness/input/index.js';
import { appendToFile } from '../../harness/output/index.js';
import { parseJson, safeParse } from '../../transactions/index.js';
import { entrySchema, type HistoryEntry } from './history-run.js';

interface HistoryFile {
  /** Entries keyed by run directory. If a run has several lines, the last one wins. */
  readonly entries: ReadonlyMap<string, HistoryEntry>;
  /** The numbers, from 1, of the lines that are not valid for this version. */
  readonly invalidLines: readonly number[];
}

const LINE_END = '\n'.charCodeAt(0);

/**
 * Reads past runs from a file. Returns none if the file is missing. Throws the same `UsageError` as `readInput`,
 * for example if the file is too large.
 */
export function readHistoryLines(path: string): HistoryFile {
  const bytes = existsSync(path) ? readInput('history', path) : new Uint8Array();
  const entries = new Map<string, HistoryEntry>();
  const invalidLines: number[] = [];
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const lineEnd = bytes.indexOf(LINE_END, start);
    const end = lineEnd < 0 ? bytes.length : lineEnd;
    const entry = parseEntry(bytes.subarray(start, end));
    if (entry === undefined) invalidLines.push(line);
    else entries.set(entry.run.directory, entry);
    start = end + 1;
  }
  return { entries, invalidLines };
}

/** Appends a line for each entry to the file, creating it if missing. Throws the same errors as `appendToFile`. */
export function appendEntries(path: string, entries: readonly HistoryEntry[]): void {
  appendToFile(path, `Cannot append to the history file "${path}"`, (handle, size) => {
    // A killed run may have left a partial line. End it first.
    const separator = endsWithNewline(handle, size) ? '' : '\n';
    const lines = separator + entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    if (size + Buffer.byteLength(lines) > getMaxBytes('history'))
      throw new Error('the file has reached its size limit');
    return lines;
  });
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
