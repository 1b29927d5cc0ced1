import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the build folder for the given source files. It is in the system's temporary directory, so later test runs
 * can reuse it.
 */
export function getBuildFolder(name: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return join(tmpdir(), `pops-tb-${name}-${hash.digest('hex').slice(0, 16)}`);
}

/**
 * Builds into a new folder, then renames it to `folder` once the build is complete. Does nothing if `folder`
 * exists.
 */
export function buildOnce(folder: string, build: (newFolder: string) => void): void {
  if (existsSync(folder)) return;
  const newFolder = mkdtempSync(`${folder}-`);
  try {
    build(newFolder);
    if (!existsSync(folder)) renameSync(newFolder, folder);
  } finally {
    rmSync(newFolder, { recursive: true, force: true });
  }
}
