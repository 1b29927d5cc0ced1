import type { FailureGroup } from '../../failures/groups/index.js';
import type { LoneFault } from './lone-faults.js';
import type { FaultTrial, PairCounts } from './try-pairs.js';

/** Maximum number of errors to list per group. */
const MAX_LISTED = 4;

/** Formats a fault that causes several groups on its own, listing each group and the errors that fired in it. */
export function formatLoneFault({ fault, groups }: LoneFault): string {
  return [`${fault}:`, ...groups.map(formatGroup)].join('\n');
}

function formatGroup({ signature, count, buckets, maskedBy }: FailureGroup): string {
  const fired = new Set(buckets.flatMap(({ causes }) => [...causes.keys()]));
  const cause = maskedBy === undefined ? '' : ` alongside ${maskedBy.cause}`;
  return `  ${signature}${cause}: ${count}, fired ${[...fired].slice(0, MAX_LISTED).join(' / ')}`;
}

/** Formats a single fault's groups, or a pair's groups before and after triage and the counts so far. */
export function formatTrial({ faults, trial, masked, counts }: FaultTrial): string {
  const name = faults.join(' and ');
  if (counts === undefined) return `${name} alone: ${trial.groups.join(', ')}`;
  const note = masked === undefined ? '' : `; ${masked} is masked`;
  return `${name}: ${trial.groupsByCause.join(', ')} -> ${trial.groups.join(', ')}${note}\n${formatCounts(counts)}`;
}

function formatCounts({ tried, split, masked, single, oneGroup }: PairCounts): string {
  return `so far: ${split} of ${tried} pairs form several groups; one bug masks the other in ${masked} pairs; ${oneGroup} of ${single} single bugs form one group`;
}
