import { dirname, join, resolve } from 'node:path';
import { readIfUsable, requirePlainDirectory } from '../../harness/basics/index.js';
import { listVisible } from '../../harness/input/index.js';
import { formatComparisonKey, type Manifest, readManifest } from '../../harness/records/index.js';
import { hasLog, openPastRun, UNFINISHED_STATUSES } from '../../harness/run-directory/index.js';

/**
 * Finds the run to compare this one with: the finished run that it repeats in full, or else the most recent earlier
 * finished run in the same folder with the same `formatComparisonKey`. Returns undefined if there is neither. Only
 * complete, similar runs are worth comparing.
 */
export function findEarlierRun(directory: string, manifest: Manifest): string | undefined {
  return (
    findOriginalRun(manifest) ?? listEarlierRuns(directory, manifest).find((path) => !isUnfinished(path))
  );
}

/** Finds the finished run that this one repeats; undefined if it repeats only some tests, or the run was deleted. */
function findOriginalRun({ again: rerunOf, list }: Manifest): string | undefined {
  if (rerunOf === undefined || tryReadManifest(rerunOf.directory)?.runId !== rerunOf.runId) return undefined;
  if (isUnfinished(rerunOf.directory)) return undefined;
  const isComplete =
    list === null || list.length === readIfUsable(() => openPastRun(rerunOf.directory))?.tests;
  return isComplete ? rerunOf.directory : undefined;
}

/**
 * Lists the earlier runs in the same folder with the same `formatComparisonKey`, newest first; with `ofModel`, only
 * those of the run's model version. Some may be unfinished.
 */
export function listEarlierRuns(directory: string, manifest: Manifest, ofModel = false): readonly string[] {
  const thisPath = resolve(directory);
  const thisKey = formatComparisonKey(manifest);
  const similar = listVisible(dirname(thisPath))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(dirname(thisPath), name))
    .filter((path) => path !== thisPath)
    .flatMap((path) => {
      const other = tryReadManifest(path);
      if (other === undefined || other.startedAt >= manifest.startedAt) return [];
      if (ofModel && other.model !== manifest.model) return [];
      return formatComparisonKey(other) === thisKey ? [{ path, startedAt: other.startedAt }] : [];
    });
  return similar.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)).map(({ path }) => path);
}

/** Whether a run is unfinished. An unreadable run counts as finished; reading it reports the problem. */
function isUnfinished(path: string): boolean {
  const past = readIfUsable(() => openPastRun(path));
  return past !== undefined && (past.ended === undefined || UNFINISHED_STATUSES.includes(past.ended.by));
}

/** Reads a run's manifest; undefined for folders that have no log or were not written by this version. */
function tryReadManifest(path: string): Manifest | undefined {
  return readIfUsable(() => {
    if (!hasLog(path)) return undefined;
    requirePlainDirectory(path);
    return readManifest(path);
  });
}
