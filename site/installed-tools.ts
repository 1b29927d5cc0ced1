import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Copies a tool package to an untracked folder and installs its locked dependencies there, unless that is
 * already done. Throws an error with npm's output if npm fails.
 */
export function installTools(source: string, target: string): void {
  const lock = 'package-lock.json';
  // npm writes this file last, so its presence means that the installation is complete.
  const isInstalled =
    existsSync(join(target, 'node_modules', '.package-lock.json')) &&
    readFileSync(join(target, lock), 'utf8') === readFileSync(join(source, lock), 'utf8');
  mkdirSync(target, { recursive: true });
  cpSync(source, target, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  if (!isInstalled) callTool('npm', ['ci', '--ignore-scripts', '--prefer-offline'], target);
}

/** Runs a command and returns its output. If the command fails, throws an error that contains the output. */
export function callTool(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
