import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Seed } from '../../../transactions/index.js';
import { makeSmallRun } from '../input/valid-inputs.js';
import { createFiles } from './line-folder.js';
import type { CommandLineMessage, CommandLineWork } from './line-process.js';

/** The results of a series of command lines. */
export interface CommandLineReport {
  readonly next: number;
  /** Number of command lines by exit code. `none` counts timeouts, which are not findings: the machine may be busy. */
  readonly codes: Readonly<Record<string, number>>;
  readonly broken: readonly {
    readonly number: number;
    readonly words: readonly string[];
    readonly problem: string;
  }[];
}

/** When to stop running command lines. */
export interface StopCondition {
  /** Stop once this time (`performance.now`) has passed. */
  readonly time?: number;
  /** Run all lines before this one, even if `time` has passed. */
  readonly minLine?: number;
  /** Stop before this line. */
  readonly endLine?: number;
}

const PROCESS_FILE = fileURLToPath(new URL('./line-process.js', import.meta.url));
/** Command lines that take longer than this (a search, for example) are killed. */
const LINE_TIMEOUT_MS = 20_000;
/** The exit code for errors that are not the user's fault. */
const INFRASTRUCTURE = 4;
const MAX_PROBLEM_LENGTH = 2000;

/**
 * Runs command lines one after another in a separate process, which has its own folder. Exit code 4, an unknown exit
 * code, or the process exiting counts as a finding.
 */
export async function runCommandLines(
  seed: Seed,
  first: number,
  end: StopCondition,
): Promise<CommandLineReport> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-lines-'));
  const codes: Record<string, number> = {};
  const broken: CommandLineReport['broken'][number][] = [];
  let next = first;
  const run = makeSmallRun();
  while (!isDone(next, end)) {
    const processFolder = join(folder, `${next}`);
    mkdirSync(processFolder);
    const files = createFiles(processFolder, run);
    const result = await runProcess({ seed, first: next, files }, processFolder, end, codes);
    next = result.next;
    if (result.broken !== undefined) broken.push(result.broken);
  }
  rmSync(folder, { recursive: true, force: true });
  return { next, codes, broken };
}

function isDone(next: number, { time = Infinity, minLine = 0, endLine = Infinity }: StopCondition): boolean {
  return (performance.now() >= time && next >= minLine) || next >= endLine;
}

interface ProcessResult {
  readonly next: number;
  readonly broken?: CommandLineReport['broken'][number];
}

/** Runs command lines until one produces a finding or it is time to stop. */
function runProcess(
  work: CommandLineWork,
  cwd: string,
  end: StopCondition,
  codes: Record<string, number>,
): Promise<ProcessResult> {
  const { POPS_TB_QUEUE: _, ...env } = process.env;
  const child = fork(PROCESS_FILE, [JSON.stringify(work)], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let current: { readonly number: number; readonly words: readonly string[] } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stderrText = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderrText = (stderrText + text).slice(-MAX_PROBLEM_LENGTH);
  });
  return new Promise((resolve) => {
    const stop = (result: ProcessResult): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.once('exit', () => resolve(result));
      if (!child.kill('SIGKILL')) resolve(result);
    };
    const countCode = (code: string): void => {
      codes[code] = (codes[code] ?? 0) + 1;
    };
    const stopWithFinding = (problem: string): void => {
      const { number, words } = current!;
      stop({ next: number + 1, broken: { number, words, problem: problem.slice(0, MAX_PROBLEM_LENGTH) } });
    };
    child.on('message', (message: CommandLineMessage) => {
      clearTimeout(timer);
      if ('started' in message) {
        current = { number: message.started, words: message.words };
        timer = setTimeout(() => {
          countCode('none');
          stop({ next: message.started + 1 });
        }, LINE_TIMEOUT_MS);
        return;
      }
      countCode(`${message.code}`);
      if (message.code >= INFRASTRUCTURE && message.code !== 130)
        stopWithFinding(`exit code ${message.code}: ${message.output}`);
      else if (isDone(message.ended + 1, end)) stop({ next: message.ended + 1 });
    });
    child.on('exit', (code, signal) =>
      stopWithFinding(`the process exited with ${signal ?? code}: ${stderrText}`),
    );
  });
}
