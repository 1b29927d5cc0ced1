import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../base/basics/index.js';
import { measureInterleaved } from './harness.js';
import { compareToLimit, type Measurement, type Metric } from './metric.js';
import { waitForFirstResult } from './p10/starts.js';

/** Maximum and target times, in seconds. */
const FIRST_RESULT = { max: 8, target: 4 };
const VERDICT = { max: 25, target: 15 };

/** P18: time from `npm start` in a fresh clone, after `npm ci`, to the first result and to the verdict. */
export const p18FreshClone: Metric = {
  id: 'P18',
  title: 'start rate of fresh clones, relative to the required rate',
  unit: 'starts/s',
  measure: async (rounds): Promise<Measurement> => {
    let verdict = 0;
    const [first, total] = await measureInterleaved(
      [
        {
          name: 'first result',
          round: async () => {
            const start = await startFreshClone();
            verdict = start.verdict;
            return { work: 1, seconds: start.firstResult };
          },
        },
        // Measured during the same start as the first result.
        { name: 'verdict', round: () => ({ work: 1, seconds: verdict }) },
      ] as const,
      rounds,
    );
    return {
      comparisons: [compareToLimit(first, FIRST_RESULT), compareToLimit(total, VERDICT)],
      skipped: [],
    };
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
    await waitForFirstResult(out, () => child.exitCode !== null);
    const firstResult = (performance.now() - start) / 1000;
    const { code, seconds: verdict } = await exit;
    if (code !== 0) throw new Error(`npm start exited with ${code} in a fresh clone`);
    return { firstResult, verdict };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
