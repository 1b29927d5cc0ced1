import { dirname, join, resolve } from 'node:path';
import { requirePlainDirectory } from '../../base/basics/index.js';
import { visibleIn } from '../../base/input/index.js';
import { likenessText, type Manifest, readManifest } from '../../harness/records/index.js';
import { hasLog, openPastRun, UNFINISHED } from '../../harness/run-directory/index.js';
import { UsageError } from '../../transactions/index.js';

/**
 * The last finished run before this one that is like it (`likenessText`), in the same folder; undefined for the
 * first. Only whole, similar runs are worth comparing.
 */
export function earlierRun(directory: string, manifest: Manifest): string | undefined {
  const own = resolve(directory);
  const alike = likenessText(manifest);
  const others = visibleIn(dirname(own))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(dirname(own), name))
    .filter((path) => path !== own)
    .flatMap((path) => {
      const other = manifestIn(path);
      if (other === undefined || other.startedAt >= manifest.startedAt) return [];
      return likenessText(other) === alike ? [{ path, startedAt: other.startedAt }] : [];
    });
  return others.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)).find(({ path }) => !isUnfinished(path))
    ?.path;
}

/** False for an unreadable run: its reader reports why. */
function isUnfinished(path: string): boolean {
  try {
    const { ended } = openPastRun(path);
    return ended === undefined || UNFINISHED.includes(ended.by);
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/** Undefined for folders that are not run directories of this version, or lost their log. */
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
