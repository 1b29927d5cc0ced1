import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { parseJson, UsageError } from '../../transactions/index.js';
import { fileErrorText } from '../basics/file-errors.js';
import { bytesMax, INPUT_LIMITS, type InputKind, tooLarge } from './limits.js';

/** Streams that a user names on purpose: standard input, and what a shell makes of `<(…)`. */
const STREAM = /^(?:\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/;
const STDIN = '-';
const STDIN_HANDLE = 0;
/** What a stream gives that has nothing yet. */
const NOTHING_YET = 'EAGAIN';
const WAIT_MS = 5;

/** A stream is read in pieces of this many bytes, as it does not say how long it is. */
const PIECE_BYTES = 1 << 16;

/**
 * The bytes of a file; `-` is standard input. Throws `UsageError` in one line for anything but a regular file or a stream that is
 * named as one (a FIFO would block for ever), and for a file above its limit.
 */
export function readInput(kind: InputKind, file: string): Buffer {
  try {
    return readBounded(kind, file);
  } catch (error) {
    throw new UsageError(`Cannot read ${nameOf(kind, file)}: ${fileErrorText(error)}`);
  }
}

/** The JSON document of a file; throws `UsageError` as `readInput` does, and for one that is no JSON or too deep. */
export function readJsonInput(kind: InputKind, file: string): unknown {
  return jsonInput(kind, file, readInput(kind, file));
}

/** The same of bytes that were read already. */
export function jsonInput(kind: InputKind, file: string, bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    throw new UsageError(`Invalid ${nameOf(kind, file)}: it is not JSON (${(error as Error).message})`);
  }
}

/** How messages call a file. */
export function nameOf(kind: InputKind, file: string): string {
  const { called } = INPUT_LIMITS[kind];
  return called === '' ? file : `${called} ${file}`;
}

/** As `readInput`, for callers with their own messages: throws the error of the system, or one that says what is wrong. */
export function readBounded(kind: InputKind, file: string): Buffer {
  const handle = openInput(file);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return readStream(kind, handle);
    if (stats.size > bytesMax(kind)) throw tooLarge(kind, stats.size);
    // Files of the system say that they have none.
    return stats.size === 0 ? readStream(kind, handle) : readWhole(handle, stats.size);
  } finally {
    if (handle !== STDIN_HANDLE) closeSync(handle);
  }
}

/** Opens a regular file or a named stream without waiting for a writer; throws as `readBounded` does. */
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

/** A file that shrinks meanwhile gives what it has left. */
function readWhole(handle: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let used = 0;
  for (let got = -1; got !== 0 && used < size; used += got)
    got = readSync(handle, bytes, used, size - used, null);
  return bytes.subarray(0, used);
}

function readStream(kind: InputKind, handle: number): Buffer {
  const pieces: Buffer[] = [];
  for (let total = 0; ; ) {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const got = readWaiting(handle, piece);
    if (got === 0) return Buffer.concat(pieces);
    total += got;
    if (total > bytesMax(kind)) throw tooLarge(kind);
    pieces.push(piece.subarray(0, got));
  }
}

/** Reads what a stream has next; 0 at its end. */
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
