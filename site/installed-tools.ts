import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Copies a tool package to an untracked folder and installs its locked dependencies there, unless already done. Throws if npm fails,
 * with its output.
 */
export function installTools(source: string, target: string): void {
  const lock = 'package-lock.json';
  // npm writes this file last.
  const isInstalled =
    existsSync(join(target, 'node_modules', '.package-lock.json')) &&
    readFileSync(join(target, lock), 'utf8') === readFileSync(join(source, lock), 'utf8');
  mkdirSync(target, { recursive: true });
  cpSync(source, target, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  if (!isInstalled) callTool('npm', ['ci', '--ignore-scripts', '--prefer-offline'], target);
}

/** Runs a command and returns its output. Throws with that output if the command fails. */
export function callTool(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
