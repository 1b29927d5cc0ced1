import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { findPackageRoot, quoteShellWord } from '../basics/index.js';
import { formatConfigArguments } from '../extension/config-file.js';
import { getLimitFactor } from '../input/index.js';

const NPX = 'npx --no-install pops-tb';

/**
 * Builds a command to paste into a shell in the current folder. It repeats this process's `--config` and `--limits`.
 */
export function formatCommand(command: string, ...args: readonly string[]): string {
  const factor = getLimitFactor();
  const limits = factor > 1 ? [`--limits ${factor}`] : [];
  return [getToolCommand(process.cwd()), command, ...args, ...formatConfigArguments(), ...limits].join(' ');
}

const commands = new Map<string, string>();

/**
 * Returns the command that invokes this program from a shell in a folder: through npx in a clone or where the package
 * is installed, by name if it is on the PATH, or else by file path.
 */
export function getToolCommand(folder: string, path = process.env.PATH ?? ''): string {
  const key = `${folder}\n${path}`;
  const command =
    commands.get(key) ?? (isFoundByNpx(folder) ? NPX : isOnPath(path) ? 'pops-tb' : formatNodeCommand());
  commands.set(key, command);
  return command;
}

/** Whether npx finds the program in a folder or one of its parents. */
export function isFoundByNpx(folder: string): boolean {
  if (folder === findPackageRoot() || existsSync(join(folder, 'node_modules', '.bin', 'pops-tb')))
    return true;
  const parent = dirname(folder);
  return parent !== folder && isFoundByNpx(parent);
}

/** Whether the PATH resolves to this program rather than another copy. */
function isOnPath(path: string): boolean {
  return path.split(delimiter).some((folder) => {
    const file = join(folder, 'pops-tb');
    // npm adds these folders only to the PATH of its child processes.
    const isOnShellPath = folder !== '' && !folder.endsWith(join('node_modules', '.bin'));
    return isOnShellPath && existsSync(file) && realpathSync(file).startsWith(`${findPackageRoot()}${sep}`);
  });
}

function formatNodeCommand(): string {
  return `node ${quoteShellWord(join(findPackageRoot(), 'dist', 'cli', 'main.js'))}`;
}
