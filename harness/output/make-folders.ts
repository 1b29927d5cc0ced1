import { existsSync, mkdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Creates the folders of a path below `root`, one level at a time. On a read-only disk, a recursive `mkdir` would
 * report a missing file instead of the real cause.
 */
export function makeFolders(root: string, path: string): void {
  let folder = root;
  for (const name of path.split(sep)) {
    folder = join(folder, name);
    if (!existsSync(folder)) mkdirSync(folder);
  }
}
