import { constants, fstatSync, lstatSync, openSync, readlinkSync, type Stats, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { lookup } from '../../arch/index.js';

/** Streams accepted as output files: standard output, standard error and shell process substitution, `>(…)`. */
const STREAM = /^\/(?:dev|proc\/self)\/(?:stdout|stderr|fd\/(\d+))$/;
const HANDLES: Readonly<Record<string, number>> = lookup({ '/dev/stdout': 1, '/dev/stderr': 2 });
/** Maximum number of symbolic links to follow, which is Linux's limit. */
const MAX_LINKS = 40;
/** Error code of a FIFO that has no reader. */
const NO_READER = 'ENXIO';
/** Error code of a stream whose reader is slow. */
const WOULD_BLOCK = 'EAGAIN';
const WAIT_MS = 5;
/** How long a reader may read nothing. No signal is handled meanwhile. */
const STALL_MS = 10_000;

/** Where an output goes. Symbolic links are followed, never replaced. */
export type OutTarget =
  /** A regular file, or a path where nothing exists yet. */
  | { readonly kind: 'file'; readonly path: string; readonly exists: boolean }
  /** A FIFO or character device, which is written to but never replaced. */
  | { readonly kind: 'stream'; readonly path: string }
  /** A stream that is already open. */
  | { readonly kind: 'handle'; readonly handle: number };

/** Resolves the target of an output path. Throws for targets that must not be written to, such as a disk. */
export function resolveOutTarget(file: string): OutTarget {
  let path = resolve(file);
  for (let links = 0; links <= MAX_LINKS; links++) {
    const match = STREAM.exec(path);
    if (match !== null) return { kind: 'handle', handle: HANDLES[path] ?? Number(match[1]) };
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: 'file', path, exists: false };
    if (!stats.isSymbolicLink()) return classifyTarget(path, stats);
    path = resolve(dirname(path), readlinkSync(path));
  }
  throw new Error('its symbolic links form a loop');
}

function classifyTarget(path: string, stats: Stats): OutTarget {
  if (stats.isFile()) return { kind: 'file', path, exists: true };
  if (stats.isFIFO() || stats.isCharacterDevice()) return { kind: 'stream', path };
  if (stats.isDirectory()) throw new Error('it is a directory');
  throw new Error(`it is a ${stats.isSocket() ? 'socket' : 'block device'}; expected a file`);
}

/** Opens a target for writing in chunks, truncating it if it is a file. Throws for a FIFO with no reader. */
export function openTarget(target: OutTarget): number {
  if (target.kind === 'handle') return target.handle;
  if (target.kind === 'file') return openSync(target.path, 'w');
  const flags = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
  try {
    const handle = openSync(target.path, flags);
    if (!fstatSync(handle).isFile()) return handle;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== NO_READER) throw error;
    throw new Error('it is a FIFO with no reader');
  }
  throw new Error('it was replaced by a file');
}

/** Writes all bytes, waiting if the reader is slow. Throws if it reads nothing for `stallMs`. */
export function writeAll(handle: number, bytes: Uint8Array, stallMs = STALL_MS): void {
  let end = performance.now() + stallMs;
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(handle, bytes, written);
      end = performance.now() + stallMs;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== WOULD_BLOCK) throw error;
      if (performance.now() > end) throw new Error(`its reader read nothing for ${stallMs / 1000} s`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}
