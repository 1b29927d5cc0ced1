import { existsSync, mkdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Makes the folders of a path below a folder, level by level: a recursive `mkdir` says of a read-only disk that no such file. */
export function makeFolders(root: string, path: string): void {
  let folder = root;
  for (const part of path.split(sep)) {
    folder = join(folder, part);
    if (!existsSync(folder)) mkdirSync(folder);
  }
}
