import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { UsageError } from '../../transactions/index.js';
import { fileErrorText } from '../basics/file-errors.js';

/** What every database of DuckDB has after the checksum of its first block. */
const MARK = 'DUCK';
const MARK_OFFSET = 8;

/**
 * Throws `UsageError` if the path cannot hold a database or is a foreign file: DuckDB would read a table of a JSON or CSV file
 * as a database, and rebuilding would replace it. A damaged database is known by its name.
 */
export function requireDatabasePath(path: string): void {
  const expected = 'expected a database that "history" wrote, or a new file';
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) return;
    throw new UsageError(`Invalid --db "${path}": no such folder: ${dirname(path)}; ${expected}`);
  }
  if (!found.isFile()) throw new UsageError(`Invalid --db "${path}": it is not a file; ${expected}`);
  if (found.size > 0 && extname(path) !== '.duckdb' && !hasMark(path))
    throw new UsageError(`Invalid --db "${path}": it is not a DuckDB database; ${expected}`);
}

function hasMark(path: string): boolean {
  const bytes = Buffer.alloc(MARK.length);
  try {
    const handle = openSync(path, 'r');
    readSync(handle, bytes, 0, MARK.length, MARK_OFFSET);
    closeSync(handle);
  } catch (error) {
    throw new UsageError(`Cannot read --db ${path}: ${fileErrorText(error)}`);
  }
  return bytes.toString('latin1') === MARK;
}
