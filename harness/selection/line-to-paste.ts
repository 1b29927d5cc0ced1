import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { packageRoot, shellWord } from '../../base/basics/index.js';
import { raisedLimits } from '../../base/input/index.js';
import { configWords } from '../extension/config-file.js';

const NPX = 'npx --no-install pops-tb';

/**
 * Builds a shell command to paste in the current folder, with this process's `--config` and `--limits`.
 */
export function lineToPaste(command: string, ...words: readonly string[]): string {
  const times = raisedLimits();
  const limits = times > 1 ? [`--limits ${times}`] : [];
  return [callOfTool(process.cwd()), command, ...words, ...configWords(), ...limits].join(' ');
}

const calls = new Map<string, string>();

/**
 * How a shell in a folder invokes this program: through npx in a clone or where the package is installed, else
 * by name if it is on the PATH, else by file.
 */
export function callOfTool(folder: string, path = process.env.PATH ?? ''): string {
  const key = `${folder}\n${path}`;
  const call = calls.get(key) ?? (isWithinReach(folder) ? NPX : isOnPath(path) ? 'pops-tb' : callByFile());
  calls.set(key, call);
  return call;
}

/** Whether npx finds the program in this folder or one of its parents. */
export function isWithinReach(folder: string): boolean {
  if (folder === packageRoot() || existsSync(join(folder, 'node_modules', '.bin', 'pops-tb'))) return true;
  const above = dirname(folder);
  return above !== folder && isWithinReach(above);
}

/** Whether the PATH finds this program rather than another copy. */
function isOnPath(path: string): boolean {
  return path.split(delimiter).some((folder) => {
    const file = join(folder, 'pops-tb');
    // npm adds its own folders only to the PATH of its child processes.
    const isOfShell = folder !== '' && !folder.endsWith(join('node_modules', '.bin'));
    return isOfShell && existsSync(file) && realpathSync(file).startsWith(`${packageRoot()}${sep}`);
  });
}

function callByFile(): string {
  return `node ${shellWord(join(packageRoot(), 'dist', 'cli', 'main.js'))}`;
}
