import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/index.js';
import { readEvents } from '../../harness/run-directory/index.js';
import { compareToLimit, type Metric } from './harness.js';

/** Maximum and target times, in seconds. */
const FIRST_RESULT = { max: 3, target: 2 };
const VERDICT = { max: 18, target: 12 };

/** Interval between checks of the run's log, in milliseconds. */
const POLL_MS = 5;

/** P23: time from `npm start` in a fresh clone, after `npm ci`, to the first result and to the verdict. */
export const p23FreshClone: Metric = {
  id: 'P23',
  title: 'start rate of fresh clones, relative to the required rate',
  unit: 'starts/s',
  setUp() {
    let verdict = 0;
    const first = {
      name: 'first result',
      round: async () => {
        const start = await startFreshClone();
        verdict = start.verdict;
        return { work: 1, seconds: start.firstResult };
      },
    };
    // Measured during the same start as the first result.
    const total = { name: 'verdict', round: () => ({ work: 1, seconds: verdict }) };
    return { pairs: [compareToLimit(first, FIRST_RESULT), compareToLimit(total, VERDICT)] };
  },
};

/**
 * Runs `npm start` in a clone of HEAD, sharing this checkout's node_modules. Returns the time in seconds to the first
 * result and to exit.
 */
async function startFreshClone(): Promise<{ readonly firstResult: number; readonly verdict: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb fresh '));
  try {
    const clone = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', findPackageRoot(), clone]);
    symlinkSync(join(findPackageRoot(), 'node_modules'), join(clone, 'node_modules'));
    const out = join(folder, 'run');
    const start = performance.now();
    const child = spawn('npm', ['start', '--', '--out', out], { cwd: clone, stdio: 'ignore' });
    const exit = once(child, 'exit').then(([code]) => ({
      code,
      seconds: (performance.now() - start) / 1000,
    }));
    while (!hasResult(join(out, 'events.msgpack')) && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const firstResult = (performance.now() - start) / 1000;
    const { code, seconds: verdict } = await exit;
    if (code !== 0) throw new Error(`npm start exited with ${code} in a fresh clone`);
    return { firstResult, verdict };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function hasResult(log: string): boolean {
  return existsSync(log) && readEvents(log).some(({ event }) => event === 'finished');
}
