import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../base/basics/package-root.js';
import { OUTSIDE_ENVIRONMENT, withoutClone } from '../../support/installed-package.js';

/** Runs a program in a folder, with the clone hidden from it if the machine can; returns its output and exit code. */
export function callOutsideClone(words: readonly string[], cwd: string) {
  const [command, rest] = withoutClone(words);
  const { status, stdout, stderr } = spawnSync(command, rest, {
    cwd,
    env: OUTSIDE_ENVIRONMENT,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** Copies an example into a project; returns its folder there. */
export function copyExample(name: string, project: string): string {
  const folder = join(project, name);
  cpSync(join(packageRoot(), 'examples', name), folder, { recursive: true });
  return folder;
}
