import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { parseJson, UsageError } from '../../transactions/index.js';
import { fileErrorText } from '../basics/file-errors.js';
import { bytesMax, INPUT_LIMITS, type InputKind, tooLarge } from './limits.js';

/** Streams a user may name: standard input, and what a shell makes of `<(…)`. */
const STREAM = /^(?:\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/;
const STDIN = '-';
const STDIN_HANDLE = 0;
/** Error of a stream with no data yet. */
const NOTHING_YET = 'EAGAIN';
const WAIT_MS = 5;

/** Piece size for reading streams of unknown length. */
const PIECE_BYTES = 1 << 16;

/**
 * A file's bytes; `-` is standard input. Throws `UsageError` in one line for anything but a regular file or an explicitly named
 * stream (a FIFO would block forever), and for a file above its limit.
 */
export function readInput(kind: InputKind, file: string): Buffer {
  try {
    return readBounded(kind, file);
  } catch (error) {
    throw new UsageError(`Cannot read ${nameOf(kind, file)}: ${fileErrorText(error)}`);
  }
}

/** A file's JSON document; throws `UsageError` as `readInput` does, and if it is not JSON or too deep. */
export function readJsonInput(kind: InputKind, file: string): unknown {
  return jsonInput(kind, file, readInput(kind, file));
}

/** The JSON document in a file's bytes; throws `UsageError` if it is not JSON or too deep. */
export function jsonInput(kind: InputKind, file: string, bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    throw new UsageError(`Invalid ${nameOf(kind, file)}: it is not JSON (${(error as Error).message})`);
  }
}

/** A file's name in messages. */
export function nameOf(kind: InputKind, file: string): string {
  const { called } = INPUT_LIMITS[kind];
  return called === '' ? file : `${called} ${file}`;
}

/** `readInput` for callers with their own messages: throws the system's error, or one describing what is wrong. */
export function readBounded(kind: InputKind, file: string): Buffer {
  const handle = openInput(file);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return readStream(kind, handle);
    if (stats.size > bytesMax(kind)) throw tooLarge(kind, stats.size);
    // System files report size 0.
    return stats.size === 0 ? readStream(kind, handle) : readWhole(handle, stats.size);
  } finally {
    if (handle !== STDIN_HANDLE) closeSync(handle);
  }
}

/** Opens a regular file or named stream without waiting for a writer; throws as `readBounded` does. */
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

/** Reads a file of this size; if it shrinks meanwhile, reads what is left. */
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

/** Reads a stream's next data; 0 at its end. */
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
