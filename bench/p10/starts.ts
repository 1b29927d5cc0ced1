import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../../base/basics/index.js';
import { readEvents } from '../../harness/run-directory/index.js';

const MAIN = join(findPackageRoot(), 'dist', 'cli', 'main.js');
/** Interval between checks of the run's log, in milliseconds. */
const POLL_MS = 5;

/** Measures how long `pops-tb --help` takes, in seconds. */
export async function measureHelp(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, [MAIN, '--help'], { stdio: 'ignore' }), 'exit');
  return (performance.now() - start) / 1000;
}

/** Measures the time from starting `pops-tb run` to the first test result in its log, in seconds. */
export async function measureFirstResult(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-start-'));
  const out = join(folder, 'run');
  const start = performance.now();
  const child = spawn(process.execPath, [MAIN, 'run', '--count', '1', '--out', out], { stdio: 'ignore' });
  const exit = once(child, 'exit');
  await waitForFirstResult(out);
  const seconds = (performance.now() - start) / 1000;
  await exit;
  rmSync(folder, { recursive: true });
  return seconds;
}

/** Waits until a run directory's log has a test result, or until `hasEnded` returns true. */
export async function waitForFirstResult(out: string, hasEnded = () => false): Promise<void> {
  while (!hasResult(join(out, 'events.msgpack')) && !hasEnded())
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

function hasResult(log: string): boolean {
  return existsSync(log) && readEvents(log).some(({ event }) => event === 'finished');
}
