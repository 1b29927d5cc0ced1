import { type ChildProcess, spawn } from 'node:child_process';
import { describeFileError, runAfter } from '../../harness/basics/index.js';
import type { Batch, TestLimits } from '../../harness/workers/index.js';
import { encodeTask } from '../batches/batch-codec.js';
import { checkAnswer } from '../batches/checked-answer.js';
import { type Frame, FrameReader, formatFrame } from './frames.js';
import { findGreetingMismatch, type RequiredFiles } from './greeting.js';
import type { LaunchedWorker, WorkerListener } from './pending-work.js';

/** How many trailing characters of a worker's output outside frames to keep. */
const MAX_OUTPUT = 2000;
const MAX_LINES_SHOWN = 5;
/** The time between closing a worker's input and terminating the worker, in milliseconds. */
const TERMINATE_MS = 500;
/** The time between closing a worker's input and killing the worker, in milliseconds. */
const KILL_MS = 10_000;

/** How to start a worker, and which files it needs. */
interface ProcessOptions {
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly limits: TestLimits;
  readonly needed: RequiredFiles;
}

/** Starts a worker process that exchanges frames over its standard input and output. */
export function launchProcess(options: ProcessOptions, listener: WorkerListener): LaunchedWorker {
  return new LaunchedProcess(options, listener);
}

class LaunchedProcess implements LaunchedWorker {
  private readonly child: ChildProcess;
  private readonly closed: Promise<void>;
  private task: { readonly number: number; readonly batch: Batch } | undefined;
  private hasGreeted = false;
  private output = '';

  constructor(
    private readonly options: ProcessOptions,
    private readonly listener: WorkerListener,
  ) {
    const [program, ...args] = options.command;
    // Use a separate process group, so that Ctrl-C reaches only the run, and our signals also reach the launcher's
    // children.
    this.child = spawn(program, args, { stdio: 'pipe', detached: true });
    const { stdin, stdout, stderr } = this.child;
    const reader = new FrameReader({
      onFrame: this.receive,
      onStray: (line) => this.keepOutput(`${line}\n`),
      onCorrupt: (reason) => {
        if (this.hasGreeted) this.listener.onExit(reason);
        else this.keepOutput(`${reason}\n`);
      },
    });
    // If file descriptors run out, the process reports an error and has no streams.
    stdin?.on('error', () => undefined);
    stdout?.setEncoding('utf8').on('data', (text: string) => reader.push(text));
    stderr?.setEncoding('utf8').on('data', (text: string) => this.keepOutput(text));
    this.closed = new Promise((resolve) => {
      this.child.on('error', (error) => {
        resolve();
        this.listener.onExit(`cannot be started: ${program}: ${describeFileError(error)}`);
      });
      this.child.on('close', (code, signal) => {
        resolve();
        const cause = signal === null ? `ended with exit code ${code}` : `was killed by ${signal}`;
        this.listener.onExit(`${cause}${this.describeOutput()}`);
      });
    });
  }

  assign(number: number, batch: Batch): void {
    this.task = { number, batch };
    const body = encodeTask({ batch, limits: this.options.limits });
    this.child.stdin!.write(formatFrame({ kind: 'task', number, body }));
  }

  async end(): Promise<void> {
    const { child } = this;
    child.stdin?.end();
    child.stdout?.removeAllListeners('data').resume();
    const timers = [
      runAfter(TERMINATE_MS, () => this.signal('SIGTERM')),
      runAfter(KILL_MS, () => this.signal('SIGKILL')),
    ];
    await this.closed;
    for (const timer of timers) clearTimeout(timer);
  }

  /** Signals the whole process group, or only the child if there is no group. */
  private signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.child.pid!, signal);
    } catch {
      this.child.kill(signal);
    }
    // Children of a killed process may keep its output open forever.
    if (signal === 'SIGKILL') for (const stream of [this.child.stdout, this.child.stderr]) stream?.destroy();
  }

  private readonly receive = ({ kind, number, body }: Frame): void => {
    if (kind === 'hello') {
      if (this.hasGreeted) return;
      this.hasGreeted = true;
      const mismatch = findGreetingMismatch(body, this.options.needed);
      if (mismatch === undefined) this.listener.onReady();
      else this.listener.onMismatch(mismatch);
    } else if (kind === 'alive') this.listener.onAlive(number);
    else if (kind === 'answer' && number === this.task?.number)
      this.listener.onAnswer(number, checkAnswer(this.task.batch, body));
  };

  private keepOutput(text: string): void {
    this.output = (this.output + text).slice(-MAX_OUTPUT);
  }

  private describeOutput(): string {
    const lines = this.output.split(/[\r\n]+/).filter((line) => line.trim() !== '');
    return lines.length === 0 ? '' : `; it printed: ${lines.slice(-MAX_LINES_SHOWN).join(' | ')}`;
  }
}
