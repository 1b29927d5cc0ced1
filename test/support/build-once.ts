import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the build of these files lies: beside other temporary folders, and for later runs of the tests too. */
export function buildPlace(name: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return join(tmpdir(), `pops-tb-${name}-${hash.digest('hex').slice(0, 16)}`);
}

/** Builds into a folder of its own, which becomes `place` when all is there; does nothing where an earlier run built it. */
export function buildOnce(place: string, build: (fresh: string) => void): void {
  if (existsSync(place)) return;
  const fresh = mkdtempSync(`${place}-`);
  try {
    build(fresh);
    if (!existsSync(place)) renameSync(fresh, place);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
