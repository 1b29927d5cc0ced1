import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../base/basics/index.js';
import { readEvents } from '../../harness/run-directory/index.js';

const MAIN = join(packageRoot(), 'dist', 'cli', 'main.js');
/** How often to check the run's log, in milliseconds. */
const POLL_MS = 5;

/** Measures how many seconds `pops-tb --help` takes. */
export async function helpSeconds(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, [MAIN, '--help'], { stdio: 'ignore' }), 'exit');
  return (performance.now() - start) / 1000;
}

/** Measures the seconds from the start of `pops-tb run` until its log contains the first test result. */
export async function firstResultSeconds(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-start-'));
  const out = join(folder, 'run');
  const start = performance.now();
  const child = spawn(process.execPath, [MAIN, 'run', '--count', '1', '--out', out], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await firstResultIn(out);
  const seconds = (performance.now() - start) / 1000;
  await ended;
  rmSync(folder, { recursive: true });
  return seconds;
}

/** Waits until a run directory's log contains a test result, or until `isOver` returns true. */
export async function firstResultIn(out: string, isOver = () => false): Promise<void> {
  while (!hasResult(join(out, 'events.msgpack')) && !isOver())
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

function hasResult(log: string): boolean {
  return existsSync(log) && readEvents(log).some(({ event }) => event === 'finished');
}
