import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { parseJson, UsageError } from '../../transactions/index.js';
import { fileErrorText } from '../basics/file-errors.js';
import { bytesMax, INPUT_LIMITS, type InputKind, tooLarge } from './limits.js';

/** Streams that a user may name: standard input, and what a shell substitutes for `<(…)`. */
const STREAM = /^(?:\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/;
const STDIN = '-';
const STDIN_HANDLE = 0;
/** The error code of a stream that has no data yet. */
const NOTHING_YET = 'EAGAIN';
const WAIT_MS = 5;

/** Number of bytes to read at once from a stream of unknown length. */
const PIECE_BYTES = 1 << 16;

/**
 * Reads a file; `-` is standard input. Throws a one-line `UsageError` if the file exceeds its limit, or if it
 * is neither a regular file nor an explicitly named stream (a FIFO would block forever).
 */
export function readInput(kind: InputKind, file: string): Buffer {
  try {
    return readBounded(kind, file);
  } catch (error) {
    throw new UsageError(`Cannot read ${nameOf(kind, file)}: ${fileErrorText(error)}`);
  }
}

/**
 * Reads a JSON file. Throws `UsageError` as `readInput` does, and if the file is not JSON or is nested too
 * deeply.
 */
export function readJsonInput(kind: InputKind, file: string): unknown {
  return jsonInput(kind, file, readInput(kind, file));
}

/** Parses the bytes of a JSON file. Throws `UsageError` if they are not JSON or are nested too deeply. */
export function jsonInput(kind: InputKind, file: string, bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    throw new UsageError(`Invalid ${nameOf(kind, file)}: it is not JSON (${(error as Error).message})`);
  }
}

/** What messages call a file. */
export function nameOf(kind: InputKind, file: string): string {
  const { called } = INPUT_LIMITS[kind];
  return called === '' ? file : `${called} ${file}`;
}

/**
 * Like `readInput`, for callers with error messages of their own: throws the system's error, or one that says
 * what is wrong.
 */
export function readBounded(kind: InputKind, file: string): Buffer {
  const handle = openInput(file);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return readStream(kind, handle);
    if (stats.size > bytesMax(kind)) throw tooLarge(kind, stats.size);
    // The files of the system report a size of 0.
    return stats.size === 0 ? readStream(kind, handle) : readWhole(handle, stats.size);
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
      : `it is a ${kindOf(stats)}; expected a regular file, or - for standard input`,
  );
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'FIFO';
  return stats.isSocket() ? 'socket' : 'device';
}

/** Reads a file of a known size. If the file shrinks in the meantime, reads what is left. */
function readWhole(handle: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let used = 0;
  for (let count = -1; count !== 0 && used < size; used += count)
    count = readSync(handle, bytes, used, size - used, null);
  return bytes.subarray(0, used);
}

function readStream(kind: InputKind, handle: number): Buffer {
  const pieces: Buffer[] = [];
  for (let total = 0; ; ) {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const count = readWaiting(handle, piece);
    if (count === 0) return Buffer.concat(pieces);
    total += count;
    if (total > bytesMax(kind)) throw tooLarge(kind);
    pieces.push(piece.subarray(0, count));
  }
}

/** Reads the next data from a stream, waiting for it if necessary. Returns 0 at the end. */
function readWaiting(handle: number, piece: Buffer): number {
  for (;;) {
    try {
      return readSync(handle, piece, 0, piece.length, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== NOTHING_YET) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}
