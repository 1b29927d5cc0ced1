import { isNewGroup, type RunChanges } from '../../../closure/coverage/index.js';
import type { ReportedGroup } from '../../../failures/groups/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import { formatQuantity } from '../../../harness/text/index.js';
import { FAILURE_LIMITS } from '../../text/phrases.js';
import type { FailureView } from '../page-data.js';
import { section } from '../parts.js';
import { renderGroupCard } from './failure-group.js';

const LIMITS = FAILURE_LIMITS.page;

/** Renders the failures section: groups, most important first, with occurrences, smallest failures and buckets. */
export function renderFailures(
  groups: readonly ReportedGroup[],
  views: readonly FailureView[],
  changes: RunChanges | undefined,
): Html {
  if (groups.length === 0) return section('failures', 'Failures', h('p', { class: 'good' }, 'None.'));
  const hidden = groups.length - LIMITS.groups;
  return section(
    'failures',
    'Failures',
    h(
      'p',
      { class: 'quiet' },
      'A group is most likely one bug. New groups come first, known ones last. Each bucket holds the failures of a group for one program on one generation.',
    ),
    renderCards(groups, views, changes),
    ...(hidden > 0 ? [h('p', {}, `${formatQuantity(hidden, 'more failure group')} in report.md.`)] : []),
  );
}

/** Renders cards for the first groups, new ones first. Each lists at least one bucket, and more if there is room. */
function renderCards(
  groups: readonly ReportedGroup[],
  views: readonly FailureView[],
  changes: RunChanges | undefined,
): Html[] {
  const failures = new Map(views.map((failure) => [failure.signature, failure]));
  const isNew = (group: ReportedGroup): boolean => isNewGroup(group, changes);
  const rank = (group: ReportedGroup): number => 2 * Number(group.known) + Number(!isNew(group));
  let bucketsLeft: number = LIMITS.buckets;
  return [...groups]
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, LIMITS.groups)
    .map((group, i) => {
      const listed = Math.max(1, Math.min(group.buckets.length, bucketsLeft));
      bucketsLeft -= listed;
      return renderGroupCard(group, { listed, failures, isNew: isNew(group), open: i === 0 });
    });
}
