import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FILES } from '../../base/basics/index.js';
import type { CoverageData } from '../../coverage/index.js';
import * as files from '../records/coverage-files.js';
import { readEvents } from './event-log.js';

/**
 * Coverage of a run directory or a coverage file. Throws `UsageError` if it is neither, damaged, or
 * inconsistent with the run's log.
 */
export function readCoverage(path: string): CoverageData {
  return files.readCoverage(path, loggedHash);
}

/** Combined coverage of several paths, with one in memory at a time besides the sum; also throws `UsageError` on a conflict. */
export function readMergedCoverage(paths: readonly string[]): CoverageData {
  return files.readMergedCoverage(paths, loggedHash);
}

/** The hash of the coverage file that the last session logged; a run extended since has none yet. */
function loggedHash(directory: string): string | undefined {
  const log = join(directory, RUN_FILES.log);
  if (!existsSync(log)) return undefined;
  const last = readEvents(log).findLast(({ event }) => event !== 'files');
  return last?.event === 'ended' ? last.coverageHash : undefined;
}
