import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../project-root.js';

/** Peak resident memory of a process that runs so many tests on one worker, in MiB. */
export async function peakMebibytes(tests: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-peak-'));
  const file = join(projectRoot(), 'dist', 'bench', 'p11', 'measured-run.js');
  const { stdout } = await promisify(execFile)(process.execPath, [file, `${tests}`, join(folder, 'run')]);
  rmSync(folder, { recursive: true });
  return Number(stdout);
}
