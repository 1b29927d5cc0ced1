import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Build folder for these files: beside other temporary folders, and kept for later test runs. */
export function buildPlace(name: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return join(tmpdir(), `pops-tb-${name}-${hash.digest('hex').slice(0, 16)}`);
}

/** Builds into a separate folder, which becomes `place` when complete; does nothing if an earlier run built it. */
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
