import { counted } from '../../base/text/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';

/** Maximum number of different tests named. */
const NAMES_MAX = 3;

/** Whether a repeating run has the same tests, as a sentence. */
export function againText({
  runId,
  tests,
  stored,
  different,
  unknown,
  without,
}: NonNullable<RunReport['again']>): string {
  const ran = stored === 0 ? '' : `; ${counted(stored, 'stored scenario')} of that run ran again`;
  const how =
    without === undefined ? ran : `${ran}; without the fault ${without.join(', ')}, which was in its build`;
  if (different.length + unknown === 0) return `the tests of ${runId}${how}`;
  const more = different.length > NAMES_MAX ? ', …' : '';
  const names = different.slice(0, NAMES_MAX).join(', ');
  return [
    ...(different.length === 0
      ? []
      : [
          `${different.length} of ${counted(tests, 'test')} differ from those in ${runId}, since their generators changed: ${names}${more}`,
        ]),
    ...(unknown === 0
      ? []
      : [`unknown whether ${unknown} of ${counted(tests, 'test')} match those of ${runId}`]),
  ]
    .join('; ')
    .concat(how);
}

/** Why a repeating run is compared with no other one, without its subject: it has only some of the tests, or that run is gone. */
export function repeatsText({ runId, tests }: NonNullable<RunReport['again']>): string {
  return `repeats ${counted(tests, 'test')} of run ${runId}, and is compared with no other run`;
}
