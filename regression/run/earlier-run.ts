import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../transactions/index.js';
import { requirePlainDirectory } from '../basics/plain-directory.js';
import { type Manifest, readManifest } from '../records/manifest.js';
import { hasLog } from './past-run.js';

/**
 * The last run before a run that is like it (suite, selection, length and shard), among the run directories beside its own;
 * undefined for the first. Only runs that are alike are worth a comparison.
 */
export function earlierRun(directory: string, manifest: Manifest): string | undefined {
  const own = resolve(directory);
  const others = readdirSync(dirname(own), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(dirname(own), name))
    .filter((path) => path !== own)
    .flatMap((path) => {
      const other = manifestIn(path);
      if (other === undefined || other.startedAt >= manifest.startedAt) return [];
      return selectionOf(other) === selectionOf(manifest) ? [{ path, startedAt: other.startedAt }] : [];
    });
  return others.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))[0]?.path;
}

/** What a run draws from and for how long, its seed left out. */
function selectionOf(manifest: Manifest): string {
  const { suite, tests, chips, knobs, faults, list, shard, count, timeSeconds } = manifest;
  return JSON.stringify([suite, tests, chips, knobs, faults, list, shard, count, timeSeconds]);
}

/** Undefined for folders that are no run directories of this version, or lost their log. */
function manifestIn(path: string): Manifest | undefined {
  try {
    if (!hasLog(path)) return undefined;
    requirePlainDirectory(path);
    return readManifest(path);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
