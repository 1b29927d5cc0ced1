import { counted } from '../../base/text/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';

/** Maximum number of differing tests to list. */
const MAX_NAMES = 3;

/** Says whether a run that repeats another has the same tests. */
export function againText({
  runId,
  tests,
  stored,
  different,
  unknown,
  without,
}: NonNullable<RunReport['again']>): string {
  const ran = stored === 0 ? '' : `; ${counted(stored, 'stored scenario')} of that run ran again`;
  const suffix =
    without === undefined ? ran : `${ran}; without the fault ${without.join(', ')}, which was in its build`;
  if (different.length + unknown === 0) return `the tests of ${runId}${suffix}`;
  const ellipsis = different.length > MAX_NAMES ? ', …' : '';
  const names = different.slice(0, MAX_NAMES).join(', ');
  return [
    ...(different.length === 0
      ? []
      : [
          `${different.length} of ${counted(tests, 'test')} differ from those in ${runId}, since their generators changed: ${names}${ellipsis}`,
        ]),
    ...(unknown === 0
      ? []
      : [`unknown whether ${unknown} of ${counted(tests, 'test')} match those of ${runId}`]),
  ]
    .join('; ')
    .concat(suffix);
}

/**
 * Returns a predicate for a repeating run that cannot be compared, because it has only some of the tests or the other
 * run is gone.
 */
export function repeatsText({ runId, tests }: NonNullable<RunReport['again']>): string {
  return `repeats ${counted(tests, 'test')} of run ${runId}, and is not compared with any other run`;
}
