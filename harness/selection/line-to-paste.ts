import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { packageRoot, shellWord } from '../../base/basics/index.js';
import { raisedLimits } from '../../base/input/index.js';
import { configWords } from '../extension/opened-config.js';

const NPX = 'npx --no-install pops-tb';

/**
 * A line that runs a command again in a shell, in the folder in which it was printed; what this process had `--limits` for needs it there
 * too.
 */
export function lineToPaste(command: string, ...words: readonly string[]): string {
  const times = raisedLimits();
  const limits = times > 1 ? [`--limits ${times}`] : [];
  return [callOfTool(process.cwd()), command, ...words, ...configWords(), ...limits].join(' ');
}

const calls = new Map<string, string>();

/** How a shell in a folder calls this program: by npx in a clone and where the package is installed, by its name, or else by its file. */
export function callOfTool(folder: string, path = process.env.PATH ?? ''): string {
  const key = `${folder}\n${path}`;
  const call = calls.get(key) ?? (isWithinReach(folder) ? NPX : isOnPath(path) ? 'pops-tb' : byFile());
  calls.set(key, call);
  return call;
}

/** Whether npx finds the program in a folder or above it. */
function isWithinReach(folder: string): boolean {
  if (folder === packageRoot() || existsSync(join(folder, 'node_modules', '.bin', 'pops-tb'))) return true;
  const above = dirname(folder);
  return above !== folder && isWithinReach(above);
}

/** Whether a shell finds this program, and not another copy of it. */
function isOnPath(path: string): boolean {
  return path.split(delimiter).some((folder) => {
    const file = join(folder, 'pops-tb');
    // npm puts its folders on the path of what it runs, and of nothing else.
    const isOfShell = folder !== '' && !folder.endsWith(join('node_modules', '.bin'));
    return isOfShell && existsSync(file) && realpathSync(file).startsWith(`${packageRoot()}${sep}`);
  });
}

function byFile(): string {
  return `node ${shellWord(join(packageRoot(), 'dist', 'cli', 'main.js'))}`;
}
