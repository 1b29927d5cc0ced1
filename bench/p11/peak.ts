import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPackageRoot } from '../../base/basics/index.js';

/** Measures the peak resident memory, in MiB, of a process that runs `tests` tests on one worker. */
export async function measureRunPeak(tests: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-peak-'));
  const peak = await runAndReadPeak('measured-run.js', `${tests}`, join(folder, 'run'));
  rmSync(folder, { recursive: true });
  return peak;
}

/** Measures the peak reachable memory, in MiB, while checking a test whose primitives are repeated `times` times. */
export function measureTestPeak(times: number): Promise<number> {
  return runAndReadPeak('long-test.js', `${times}`);
}

async function runAndReadPeak(file: string, ...args: string[]): Promise<number> {
  const path = join(findPackageRoot(), 'dist', 'bench', 'p11', file);
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...args]);
  return Number(stdout);
}
