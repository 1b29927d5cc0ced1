import { statSync } from 'node:fs';

/** Whether a path names a file. One that may not be looked at counts as missing. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
