import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { InfrastructureError } from '../../harness/basics/index.js';

/** Both ends of a design's pipes, as file descriptors. The host's ends are blocking, unlike pipes created by Node. */
export interface DesignPipes {
  readonly hostWriteFd: number;
  readonly hostReadFd: number;
  readonly designReadFd: number;
  readonly designWriteFd: number;
  /** The design's stderr. */
  readonly errors: number;
}

/** Creates the pipes. Throws `InfrastructureError` on failure. */
export function makePipes(): DesignPipes {
  const folder = mkdtempSync(join(tmpdir(), 'pops-cosim-'));
  try {
    const [toDesign, fromDesign] = [join(folder, 'to'), join(folder, 'from')];
    execFileSync('mkfifo', [toDesign, fromDesign], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [designReadFd, hostWriteFd] = openBothEnds(toDesign);
    const [hostReadFd, designWriteFd] = openBothEnds(fromDesign);
    const errors = openSync(join(folder, 'errors'), 'a+');
    return { hostWriteFd, hostReadFd, designReadFd, designWriteFd, errors };
  } catch (error) {
    throw new InfrastructureError(`Cannot create pipes for the design: ${(error as Error).message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens both ends of a named pipe. Opening it read-write first keeps the one-way opens from blocking. */
function openBothEnds(path: string): readonly [readFd: number, writeFd: number] {
  const bothEnds = openSync(path, 'r+');
  const ends = [openSync(path, 'r'), openSync(path, 'w')] as const;
  closeSync(bothEnds);
  return ends;
}

/** The number of bytes to keep from the end of stderr. */
const TAIL_BYTES = 4096;

/** Prefix of the line on which a design's shell reports the exit code. */
export const EXIT_CODE_PREFIX = 'pops-tb: exit code ';
/** Shells report death by signal N as exit code 128 + N. */
const SIGNAL_BASE = 128;

/**
 * Returns the design's last line on stderr (possibly empty), and its exit status (empty if its shell did not report
 * one).
 */
export function readLastOutput(errors: number): { readonly last: string; readonly exit: string } {
  const lines = readTail(errors).trim().split('\n');
  const exitLine = lines.findLastIndex((line) => line.startsWith(EXIT_CODE_PREFIX));
  const last = lines.findLast((line, index) => index !== exitLine && line.trim() !== '') ?? '';
  return {
    last,
    exit: exitLine < 0 ? '' : formatExit(Number(lines[exitLine]!.slice(EXIT_CODE_PREFIX.length))),
  };
}

function formatExit(code: number): string {
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - SIGNAL_BASE)?.[0];
  return ` with code ${code}${signal === undefined ? '' : ` (${signal})`}`;
}

function readTail(errors: number): string {
  const bytes = Buffer.alloc(TAIL_BYTES);
  const decoder = new StringDecoder('utf8');
  let text = '';
  for (let position = 0, read = 1; read > 0; position += read) {
    read = readSync(errors, bytes, 0, TAIL_BYTES, position);
    text = (text + decoder.write(bytes.subarray(0, read))).slice(-TAIL_BYTES);
  }
  return text;
}
