import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { InfrastructureError } from '../../harness/basics/index.js';
import { builtFile } from '../../harness/built/index.js';
import { parseResponse } from '../../rtl-model/index.js';
import { COSIM_VERSION, DesignError, truncateMiddle } from '../../transactions/index.js';
import { CELL, CELL_COUNT, getTimeoutMs, killProcessGroup, type WatchdogData } from './watched-process.js';

/** Both ends of a design's pipes, as file descriptors. The host's ends are blocking, unlike pipes created by Node. */
interface DesignPipes {
  readonly hostWriteFd: number;
  readonly hostReadFd: number;
  readonly designReadFd: number;
  readonly designWriteFd: number;
  readonly errors: number;
}

/** Creates the pipes. Throws `InfrastructureError` on failure. */
function makePipes(): DesignPipes {
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

const EXIT_CODE_PREFIX = 'pops-tb: exit code ';
/** Shells report death by signal N as exit code 128 + N. */
const SIGNAL_BASE = 128;

/**
 * Returns the design's last line on stderr (possibly empty), and its exit status (empty if its shell did not report
 * one).
 */
function readLastOutput(errors: number): { readonly last: string; readonly exit: string } {
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

/** The maximum number of characters in an answer, far more than a design needs. */
const MAX_ANSWER_LENGTH = 4 * 2 ** 20;
const CHUNK_BYTES = 1 << 16;
const MAX_QUOTED_LENGTH = 80;
/** How long a design may take to exit once its input has ended. */
const EXIT_TIMEOUT_MS = 1000;
/**
 * Runs in the design's process group. When the host exits for any reason, the pipe at file descriptor 3 closes, and the
 * guard kills the group. The design itself does not inherit the pipe.
 */
const GUARD = '{ read gone <&3; kill -KILL -$$; } </dev/null >/dev/null 2>&1 & exec 3<&-';
/**
 * Makes the shell keep the design's output open until it has printed the exit code, so the code is available once the
 * output ends.
 */
const REPORT_EXIT_CODE = `trap 'printf "\\n${EXIT_CODE_PREFIX}%s\\n" $? >&2' EXIT`;

/** A design running in a separate process. The protocol is line-based, and each exchange waits for the answer. */
export class DesignProcess {
  private readonly child: ChildProcess;
  private readonly pipes: DesignPipes;
  /** A pipe that stays open as long as the host runs. */
  private readonly lifeline: Socket;
  private readonly cells = new Int32Array(new SharedArrayBuffer(CELL_COUNT * Int32Array.BYTES_PER_ELEMENT));
  private readonly watchdog: Worker;
  private readonly readBuffer = Buffer.alloc(CHUNK_BYTES);
  private sendBuffer = Buffer.alloc(CHUNK_BYTES);
  private rest = '';
  /** Buffers the first bytes of a character split across two chunks. */
  private readonly decoder = new StringDecoder('utf8');
  /** Settles when the design's shell has exited or failed to start. */
  readonly ended: Promise<void>;
  private readonly killAtExit = (): void => killProcessGroup(this.child.pid ?? 0);

  /**
   * Starts the command in a shell.
   *
   * @param maxSilenceMs how long a design may keep the host waiting before it is killed; startup is allowed at
   *   least a minute
   */
  constructor(
    command: string,
    private readonly maxSilenceMs: number,
  ) {
    this.pipes = makePipes();
    const { designReadFd, designWriteFd, errors } = this.pipes;
    this.child = spawn(`${GUARD}\n${REPORT_EXIT_CODE}\n${command}`, {
      shell: true,
      detached: true,
      stdio: [designReadFd, designWriteFd, errors, 'pipe'],
    });
    this.lifeline = this.child.stdio[3] as Socket;
    this.lifeline.on('error', () => undefined).unref();
    // A shell that cannot start counts as a design that has exited.
    this.ended = new Promise((settle) => {
      this.child.on('exit', () => settle());
      this.child.on('error', () => settle());
    });
    closeSync(designReadFd);
    closeSync(designWriteFd);
    process.on('exit', this.killAtExit);
    Atomics.store(this.cells, CELL.PID, this.child.pid ?? 0);
    const workerData: WatchdogData = {
      cells: this.cells.buffer as SharedArrayBuffer,
      maxSilenceMs,
    };
    this.watchdog = new Worker(builtFile('intake/cosim/watchdog.js'), { workerData });
    this.watchdog.unref();
  }

  /** Negotiates the protocol version. Must be called first. */
  agreeOnVersion(): void {
    const [line = ''] = this.exchange([`hello ${COSIM_VERSION} ${COSIM_VERSION}`]);
    const [name, version] = line.split(' ');
    if (name !== 'welcome') throw new DesignError(`said "${line.slice(0, 80)}": expected "welcome"`);
    if (Number(version) !== COSIM_VERSION)
      throw new DesignError(`speaks version ${version} of the protocol: expected ${COSIM_VERSION}`);
  }

  /** Sends lines and waits for the answer. Throws `DesignError` if there is no complete answer. */
  exchange(lines: readonly string[]): readonly string[] {
    Atomics.add(this.cells, CELL.TURN, 1);
    try {
      this.write(`${lines.join('\n')}\n`);
      return this.read();
    } finally {
      Atomics.add(this.cells, CELL.TURN, 1);
    }
  }

  /** Sends a line that needs no answer. */
  send(line: string): void {
    this.write(`${line}\n`);
  }

  /** Closes the design's input, and kills the design if it does not exit. */
  async close(): Promise<void> {
    closeSync(this.pipes.hostWriteFd);
    const first = await Promise.race([this.ended, delay(EXIT_TIMEOUT_MS, 'late' as const, { ref: false })]);
    if (first === 'late') killProcessGroup(this.child.pid ?? 0);
    await this.ended;
    // The design's children may still be running.
    killProcessGroup(this.child.pid ?? 0);
    this.release();
  }

  /** Kills the design immediately; `ended` settles when it has exited. */
  kill(): void {
    killProcessGroup(this.child.pid ?? 0);
    closeSync(this.pipes.hostWriteFd);
    this.release();
  }

  private release(): void {
    process.off('exit', this.killAtExit);
    closeSync(this.pipes.hostReadFd);
    closeSync(this.pipes.errors);
    this.lifeline.destroy();
    Atomics.store(this.cells, CELL.END, 1);
    Atomics.notify(this.cells, CELL.END);
  }

  private write(text: string): void {
    if (text.length > this.sendBuffer.length) this.sendBuffer = Buffer.alloc(2 * text.length);
    const length = this.sendBuffer.write(text, 'latin1');
    try {
      for (let sent = 0; sent < length; )
        sent += writeSync(this.pipes.hostWriteFd, this.sendBuffer, sent, length - sent);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
      throw this.makeEndError([]);
    }
  }

  private read(): readonly string[] {
    const lines: string[] = [];
    for (let length = 0, start = 0; length <= MAX_ANSWER_LENGTH; ) {
      const end = this.rest.indexOf('\n', start);
      if (end < 0) {
        // Drop the lines already read, so they are not scanned again.
        this.rest = this.rest.slice(start);
        start = 0;
        length += this.readMore(lines);
        continue;
      }
      const line = this.rest.slice(start, end).trimEnd();
      start = end + 1;
      if (line === '' || line.startsWith('#')) continue;
      lines.push(line);
      // Check answers line by line, since a faulty design may never finish one.
      if (parseResponse(line).message.ends !== true) continue;
      this.rest = this.rest.slice(start);
      if (this.rest !== '')
        throw new DesignError(`kept sending after "${line.slice(0, 80)}", which should have ended its turn`);
      return lines;
    }
    throw new DesignError(`sent more than ${MAX_ANSWER_LENGTH / 2 ** 20} MiB without finishing its answer`);
  }

  private readMore(lines: readonly string[]): number {
    const read = readSync(this.pipes.hostReadFd, this.readBuffer, 0, CHUNK_BYTES, null);
    if (read === 0) throw this.makeEndError(lines);
    this.rest += this.decoder.write(this.readBuffer.subarray(0, read));
    return read;
  }

  /** Creates the error for a design that stopped partway through its answer; `lines` is what it had sent so far. */
  private makeEndError(lines: readonly string[]): DesignError {
    const quotedLine = this.quoteLastLine(lines);
    if (Atomics.load(this.cells, CELL.KILLED) !== 0) {
      const allowed = getTimeoutMs(Atomics.load(this.cells, CELL.TURN), this.maxSilenceMs);
      const action = lines.length === 0 ? 'answer' : 'finish its answer';
      return new DesignError(
        [`did not ${action} within ${allowed / 1000} s and was killed`, ...quotedLine].join(': '),
      );
    }
    const { last, exit } = readLastOutput(this.pipes.errors);
    return new DesignError([`exited${exit}`, ...(last === '' ? quotedLine : [`"${last}"`])].join(': '));
  }

  /** Quotes the last line of an unfinished answer, for messages. */
  private quoteLastLine(lines: readonly string[]): readonly string[] {
    const unfinished = this.rest.trim();
    const last = unfinished === '' ? lines.at(-1) : unfinished;
    if (last === undefined) return [];
    return [
      `its last line is "${truncateMiddle(last, MAX_QUOTED_LENGTH)}"${unfinished === '' ? '' : ' without a line feed'}`,
    ];
  }
}
