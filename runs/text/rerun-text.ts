import type { RunReport } from '../../harness/run-directory/index.js';
import { formatQuantity } from '../../harness/text/index.js';

/** Maximum number of differing tests to list. */
const MAX_NAMES = 3;

/** Describes whether a rerun has the same tests as the original run. */
export function describeRerun({
  runId,
  tests,
  stored,
  different,
  unknown,
  without: removedFaults,
}: NonNullable<RunReport['again']>): string {
  const reuseNote = stored === 0 ? '' : `; reused ${formatQuantity(stored, 'stored scenario')} from that run`;
  const suffix =
    removedFaults === undefined
      ? reuseNote
      : `${reuseNote}; without fault ${removedFaults.join(', ')}, which was in that run's build`;
  if (different.length + unknown === 0) return `same tests as ${runId}${suffix}`;
  const ellipsis = different.length > MAX_NAMES ? ', …' : '';
  const names = different.slice(0, MAX_NAMES).join(', ');
  const count = formatQuantity(tests, 'test');
  const changed = `${different.length} of ${count} differ from those in ${runId} because their generators changed: ${names}${ellipsis}`;
  const unclear = `cannot tell whether ${unknown} of ${count} match those in ${runId}`;
  const notes = [...(different.length === 0 ? [] : [changed]), ...(unknown === 0 ? [] : [unclear])];
  return notes.join('; ').concat(suffix);
}

/**
 * Returns a verb phrase for a rerun that cannot be compared, since it has only some of the tests or the original
 * run was deleted.
 */
export function describeSkippedRerun({ runId, tests }: NonNullable<RunReport['again']>): string {
  return `reruns ${formatQuantity(tests, 'test')} from run ${runId} and was not compared with any run`;
}
