import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SkippedComparator } from './metric.js';

/** Returns the path of a built clone of an earlier commit, taken from `POPS_TB_EARLIER`; undefined if there is none. */
export function findEarlierBuild(): string | undefined {
  const folder = process.env.POPS_TB_EARLIER;
  return folder !== undefined && existsSync(join(folder, 'dist', 'bench', 'workload.js'))
    ? folder
    : undefined;
}

/** The comparison that is skipped if there is no earlier build, and how to create one. */
export const NO_EARLIER_BUILD: SkippedComparator = {
  comparator: 'earlier build',
  install: 'git worktree add ../earlier d76defa, npm ci && npm run build there, POPS_TB_EARLIER=../earlier',
};

/** Runs module source in a separate process inside a clone, and returns its output. */
export function captureOutput(clone: string, source: string, args: readonly string[]): string {
  const nodeArgs = ['--input-type=module', '-e', source, ...args];
  return execFileSync(process.execPath, nodeArgs, { cwd: clone, encoding: 'utf8' });
}
