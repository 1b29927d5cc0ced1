import { today } from '../../base/basics/index.js';
import type { CoverageData } from '../../coverage/index.js';
import { NO_WAIVERS, readWaivers, type Waivers } from '../../harness/records/index.js';
import { UsageError } from '../../transactions/index.js';

/** Reads waivers from a file, or returns none if `file` is undefined. Throws `UsageError` if a waived bin was hit. */
export function readCheckedWaivers(file: string | undefined, data: CoverageData): Waivers {
  if (file === undefined) return NO_WAIVERS;
  const waivers = readWaivers(file, today());
  const hitBins = waivers.hits(data);
  if (hitBins.length === 0) return waivers;
  throw new UsageError(`${file} waives bins that were hit; remove their waivers: ${hitBins.join(', ')}`);
}
