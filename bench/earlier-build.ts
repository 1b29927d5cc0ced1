import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Skipped } from './metric.js';

/** The built clone of an earlier commit that this one is compared with, named by `POPS_TB_EARLIER`; undefined without one. */
export function earlierBuild(): string | undefined {
  const folder = process.env.POPS_TB_EARLIER;
  return folder !== undefined && existsSync(join(folder, 'dist', 'bench', 'workload.js'))
    ? folder
    : undefined;
}

/** What is left out without an earlier build, and how to make one. */
export const NO_EARLIER_BUILD: Skipped = {
  comparator: 'earlier build',
  install: 'git worktree add ../earlier d76defa, npm ci && npm run build there, POPS_TB_EARLIER=../earlier',
};

/** Runs a module's source in a process of its own in a clone, and returns what it prints. */
export function printedBy(clone: string, source: string, args: readonly string[]): string {
  const all = ['--input-type=module', '-e', source, ...args];
  return execFileSync(process.execPath, all, { cwd: clone, encoding: 'utf8' });
}
