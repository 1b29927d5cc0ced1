import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../base/basics/package-root.js';
import { STRANGER, withoutClone } from '../../support/installed-package.js';

/** Runs a program in a folder as a stranger would, without the clone; its output and how it ends. */
export function callAsStranger(words: readonly string[], cwd: string) {
  const [command, rest] = withoutClone(words);
  const { status, stdout, stderr } = spawnSync(command, rest, { cwd, env: STRANGER, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

/** Copies an example into a project; its folder there. */
export function copyExample(name: string, project: string): string {
  const folder = join(project, name);
  cpSync(join(packageRoot(), 'examples', name), folder, { recursive: true });
  return folder;
}
