import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CoverageData } from '../../coverage/index.js';
import { RUN_FILES } from '../basics/index.js';
import * as files from '../records/coverage-files.js';
import { readEvents } from './event-log.js';

/**
 * Reads the coverage from a run directory or a coverage file. Throws `UsageError` if the path is neither, is corrupt or
 * does not match the run's log.
 */
export function readCoverage(path: string): CoverageData {
  return files.readCoverage(path, findLoggedHash);
}

/** Merges the coverage from several paths, loading one at a time. Also throws `UsageError` if they conflict. */
export function readMergedCoverage(paths: readonly string[]): CoverageData {
  return files.readMergedCoverage(paths, findLoggedHash);
}

/** Finds the coverage file's hash as logged by the last session; undefined if the run has since been resumed. */
function findLoggedHash(directory: string): string | undefined {
  const log = join(directory, RUN_FILES.log);
  if (!existsSync(log)) return undefined;
  const lastEvent = readEvents(log).findLast(({ event }) => event !== 'files');
  return lastEvent?.event === 'ended' ? lastEvent.coverageHash : undefined;
}
