import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Copies a package of tools to a folder outside version control and installs there what its lock says, unless that is there already.
 * Throws where npm fails, with what it said.
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

/** What a command prints. Throws where it fails, with what it said. */
export function callTool(command: string, words: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
