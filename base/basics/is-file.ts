import { statSync } from 'node:fs';

/** Whether a path names a file. Inaccessible ones count as missing. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
