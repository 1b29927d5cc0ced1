import { today } from '../../base/basics/index.js';
import type { CoverageData } from '../../coverage/index.js';
import { NO_WAIVERS, readWaivers, type Waivers } from '../../harness/records/index.js';
import { UsageError } from '../../transactions/index.js';

/** Reads the waivers of a file, or none without a file. Throws `UsageError` if a waived bin was hit. */
export function readCheckedWaivers(file: string | undefined, data: CoverageData): Waivers {
  if (file === undefined) return NO_WAIVERS;
  const waivers = readWaivers(file, today());
  const hits = waivers.hits(data);
  if (hits.length === 0) return waivers;
  throw new UsageError(`${file} waives bins that were hit; remove them: ${hits.join(', ')}`);
}
