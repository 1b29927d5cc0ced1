import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { ENVIRONMENT_OUTSIDE_CLONE, hideClone } from '../../support/installed-package.js';

/**
 * Runs a program in a folder and returns its output and exit code. Hides the clone from the program if the machine
 * supports it.
 */
export function runOutsideClone(args: readonly string[], cwd: string) {
  const [command, rest] = hideClone(args);
  const { status, stdout, stderr } = spawnSync(command, rest, {
    cwd,
    env: ENVIRONMENT_OUTSIDE_CLONE,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** Copies an example into a project and returns the new folder. */
export function copyExample(name: string, project: string): string {
  const folder = join(project, name);
  cpSync(join(findPackageRoot(), 'docs', 'examples', name), folder, { recursive: true });
  return folder;
}
