import { statSync } from 'node:fs';

/** Returns whether a path is a file. A file that cannot be accessed counts as missing. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
