import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { describeFirstIssue, isVisible, parseJson, safeParse, UsageError } from '../../transactions/index.js';
import { describeFileError } from '../basics/errors.js';
import { getMaxBytes, INPUT_LIMITS, type InputKind, makeTooLargeError } from './limits.js';

/**
 * Lists a folder's entries, sorted by name. Throws `UsageError` if a name contains a hidden character, such as a line
 * break, which could forge a line in a report.
 */
export function listFolder(folder: string): Dirent[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const hidden = entries.find(({ name }) => !isVisible(name));
  if (hidden === undefined) return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  throw new UsageError(
    `Cannot use "${join(folder, hidden.name)}": its name contains a hidden character; expected a printable name`,
  );
}

/** Lists a folder's entries, skipping names with hidden characters: unrelated folders near a run do not matter. */
export function listVisible(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isVisible(name));
}

/** Streams accepted as file arguments: standard input and shell process substitution, `<(…)`. */
const STREAM = /^(?:\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/;
const STDIN = '-';
const STDIN_HANDLE = 0;
/** Error code of a stream that has no data yet. */
const WOULD_BLOCK = 'EAGAIN';
const WAIT_MS = 5;

/** Chunk size for reading a stream of unknown length. */
const CHUNK_BYTES = 1 << 16;

/**
 * Reads a file; `-` is standard input. Throws a one-line `UsageError` if the file exceeds its limit, or if it
 * is neither a regular file nor an explicitly named stream (a FIFO would block forever).
 */
export function readInput(kind: InputKind, file: string): Buffer {
  try {
    return readBounded(kind, file);
  } catch (error) {
    throw new UsageError(`Cannot read ${describeInput(kind, file)}: ${describeFileError(error)}`);
  }
}

/** Reads a JSON file. Throws `UsageError` like `readInput`, and also if it is not JSON or is nested too deeply. */
export function readJsonInput(kind: InputKind, file: string): unknown {
  return parseJsonInput(kind, file, readInput(kind, file));
}

/** Parses the bytes of a JSON file. Throws `UsageError` if they are not JSON or are nested too deeply. */
export function parseJsonInput(kind: InputKind, file: string, bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    throw new UsageError(
      `Invalid ${describeInput(kind, file)}: not valid JSON (${(error as Error).message})`,
    );
  }
}

/** Reads and validates a JSON file. Throws `UsageError` like `readJsonInput`, and also if it does not match the schema. */
export function readDocument<T>(kind: InputKind, file: string, schema: z.ZodType<T>): T {
  return validateDocument(schema, readJsonInput(kind, file), describeInput(kind, file));
}

/** Validates a document. Throws `UsageError` with its first problem; `name` says what the document is. */
export function validateDocument<T>(schema: z.ZodType<T>, document: unknown, name: string): T {
  const parsed = safeParse(schema, document);
  if (parsed.success) return parsed.data;
  throw new UsageError(`Invalid ${name}: ${describeFirstIssue(parsed.error, document)}`);
}

/** Returns the description of a file for error messages. */
export function describeInput(kind: InputKind, file: string): string {
  const { errorLabel } = INPUT_LIMITS[kind];
  return errorLabel === '' ? file : `${errorLabel} ${file}`;
}

/** Like `readInput`, for callers that write their own error messages: throws the system error or a plain `Error`. */
export function readBounded(kind: InputKind, file: string): Buffer {
  const handle = openInput(file);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return readStream(kind, handle);
    if (stats.size > getMaxBytes(kind)) throw makeTooLargeError(kind, stats.size);
    // Files in /proc report a size of 0.
    return stats.size === 0 ? readStream(kind, handle) : readFully(handle, stats.size);
  } finally {
    if (handle !== STDIN_HANDLE) closeSync(handle);
  }
}

/** Opens a regular file or a named stream without waiting for a writer. Throws as `readBounded` does. */
export function openInput(file: string): number {
  if (file === STDIN) return STDIN_HANDLE;
  const isStream = STREAM.test(file);
  const handle = openSync(file, constants.O_RDONLY | (isStream ? 0 : (constants.O_NONBLOCK ?? 0)));
  const stats = fstatSync(handle);
  if (stats.isFile() || (isStream && !stats.isDirectory())) return handle;
  closeSync(handle);
  throw new Error(
    stats.isDirectory()
      ? 'it is a directory'
      : `it is a ${describeType(stats)}; expected a regular file, or - for standard input`,
  );
}

function describeType(stats: Stats): string {
  if (stats.isFIFO()) return 'FIFO';
  return stats.isSocket() ? 'socket' : 'device';
}

/** Reads a file of known size. If the file shrinks in the meantime, returns the bytes that were read. */
function readFully(handle: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  for (let count = -1; count !== 0 && length < size; length += count)
    count = readSync(handle, bytes, length, size - length, null);
  return bytes.subarray(0, length);
}

function readStream(kind: InputKind, handle: number): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const count = readBlocking(handle, chunk);
    if (count === 0) return Buffer.concat(chunks);
    total += count;
    if (total > getMaxBytes(kind)) throw makeTooLargeError(kind);
    chunks.push(chunk.subarray(0, count));
  }
}

/** Reads the next chunk of a stream, waiting for it if necessary. Returns its length, or 0 at the end of the stream. */
function readBlocking(handle: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(handle, chunk, 0, chunk.length, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== WOULD_BLOCK) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}
