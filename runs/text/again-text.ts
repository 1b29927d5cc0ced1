import { counted } from '../../base/text/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';

/** Different tests to name. */
const NAMED = 3;

/** Whether a repeating run has the same tests, as a sentence. */
export function againText({
  runId,
  tests,
  stored,
  different,
  unknown,
}: NonNullable<RunReport['again']>): string {
  const how = stored === 0 ? '' : `; ${counted(stored, 'stored scenario')} of that run ran again`;
  if (different.length + unknown === 0) return `the tests of ${runId}${how}`;
  const more = different.length > NAMED ? ', …' : '';
  const named = different.slice(0, NAMED).join(', ');
  return [
    ...(different.length === 0
      ? []
      : [
          `${different.length} of ${counted(tests, 'test')} are different tests than in ${runId}, since what generates them changed: ${named}${more}`,
        ]),
    ...(unknown === 0
      ? []
      : [`whether ${unknown} of ${counted(tests, 'test')} are those of ${runId} is unknown`]),
  ]
    .join('; ')
    .concat(how);
}
