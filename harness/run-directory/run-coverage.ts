import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FILES } from '../../base/basics/index.js';
import type { CoverageData } from '../../coverage/index.js';
import * as files from '../records/coverage-files.js';
import { readEvents } from './event-log.js';

/** Coverage of a run directory or a coverage file. Throws `UsageError` where it is neither, damaged, or not what the log of the run says. */
export function readCoverage(path: string): CoverageData {
  return files.readCoverage(path, loggedHash);
}

/** Coverage of several paths together, one in memory at a time besides the sum; throws `UsageError` on a conflict too. */
export function readMergedCoverage(paths: readonly string[]): CoverageData {
  return files.readMergedCoverage(paths, loggedHash);
}

/** That of the last session; a run that was extended meanwhile has none yet. */
function loggedHash(directory: string): string | undefined {
  const log = join(directory, RUN_FILES.log);
  if (!existsSync(log)) return undefined;
  const last = readEvents(log).findLast(({ event }) => event !== 'files');
  return last?.event === 'ended' ? last.coverageHash : undefined;
}
