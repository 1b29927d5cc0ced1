import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a child process is asked to do: read bytes as a kind of file, or run a command line. */
export type ChildRequest =
  | { readonly reader: string; readonly bytes: Uint8Array }
  | { readonly words: readonly string[] };

/** What came of it: a named outcome, or a problem. */
export type ChildAnswer = { readonly outcome: string } | { readonly problem: string };

/**
 * Maximum CPU time per input. The largest inputs take two seconds on a slow machine, but far longer if a reader's cost
 * is superlinear.
 */
const READ_SECONDS = 10;
/** Command lines that take longer than this (a search, for example) are killed, which is not a problem. */
const LINE_SECONDS = 20;
/** Maximum resident memory of a process that reads: 1 GB plus its overhead. */
const MEMORY_BYTES = 1.25 * 2 ** 30;
const CHECK_MS = 100;
const MAX_PROBLEM_LENGTH = 2000;
const CLOCK_TICKS = 100;
const PAGE_BYTES = 4096;

/** Runs requests in a child process with limited time and memory, and starts another one after each that it ends. */
export class MonitoredChild {
  private readonly folder = mkdtempSync(join(tmpdir(), 'pops-fuzz-'));
  private child: ChildProcess | undefined;
  private started = 0;

  /** @param prepare fills a folder for a new child: files that readers need, and those that command lines name. */
  constructor(private readonly prepare: (folder: string) => void) {}

  /** Returns what came of a request. */
  ask(request: ChildRequest): Promise<ChildAnswer> {
    this.child ??= this.start();
    const { child } = this;
    const before = readUsage(child).seconds;
    let stderr = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_PROBLEM_LENGTH);
    });
    return new Promise((resolve) => {
      const settle = (answer: ChildAnswer, survives = false): void => {
        clearInterval(timer);
        child.removeAllListeners();
        child.stderr!.removeAllListeners();
        if (!survives) this.stop();
        resolve(answer);
      };
      const timer = setInterval(() => {
        const { seconds, bytes } = readUsage(child);
        if ('words' in request) {
          if (seconds - before > LINE_SECONDS) settle({ outcome: 'too long' });
        } else if (seconds - before > READ_SECONDS)
          settle({ problem: `it takes more than ${READ_SECONDS} s` });
        else if (bytes > MEMORY_BYTES) settle({ problem: 'it uses more than 1 GB' });
      }, CHECK_MS);
      child.once('message', (answer) => settle(answer as ChildAnswer, true));
      child.once('exit', (code, signal) =>
        settle({ problem: `the process exited with ${signal ?? code}: ${stderr}` }),
      );
      child.send(request);
    });
  }

  private start(): ChildProcess {
    const folder = join(this.folder, `${this.started++}`);
    mkdirSync(folder);
    this.prepare(folder);
    const { POPS_TB_QUEUE: _, ...env } = process.env;
    return fork(fileURLToPath(new URL('./child.js', import.meta.url)), [], {
      cwd: folder,
      env,
      execArgv: ['--max-old-space-size=1024'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
  }

  private stop(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  /** Ends the child and removes its files. */
  close(): void {
    this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns a process's CPU time and resident memory as reported by Linux; elsewhere, the time that has passed. */
function readUsage({ pid }: ChildProcess): { readonly seconds: number; readonly bytes: number } {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13);
    const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1];
    return { seconds: (Number(user) + Number(system)) / CLOCK_TICKS, bytes: Number(pages) * PAGE_BYTES };
  } catch {
    return { seconds: performance.now() / 1000, bytes: 0 };
  }
}
