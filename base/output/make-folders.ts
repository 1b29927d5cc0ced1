import { existsSync, mkdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Creates the folders of a path below a folder, level by level: on a read-only disk a recursive `mkdir`
 * reports a missing file.
 */
export function makeFolders(root: string, path: string): void {
  let folder = root;
  for (const part of path.split(sep)) {
    folder = join(folder, part);
    if (!existsSync(folder)) mkdirSync(folder);
  }
}
