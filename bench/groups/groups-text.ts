import type { FailureGroup } from '../../failures/groups/index.js';
import type { LoneFault } from './split-faults.js';
import type { PairsTried, TriedFaults } from './try-pairs.js';

/** Maximum number of errors to list per group. */
const MAX_LISTED = 4;

/** Formats the groups of a fault that causes several on its own, with the errors that fired in each. */
export function formatLoneFault({ fault, groups }: LoneFault): string {
  return [`${fault}:`, ...groups.map(formatGroup)].join('\n');
}

function formatGroup({ signature, count, buckets, shownBy }: FailureGroup): string {
  const fired = new Set(buckets.flatMap(({ causes }) => [...causes.keys()]));
  const cause = shownBy === undefined ? '' : ` alongside ${shownBy.cause}`;
  return `  ${signature}${cause}: ${count}, fired ${[...fired].slice(0, MAX_LISTED).join(' / ')}`;
}

/** Formats a single fault's groups, or a pair's groups before and after triage and the counts so far. */
export function formatTrial({ faults, trial, hidden, soFar }: TriedFaults): string {
  const name = faults.join(' and ');
  if (soFar === undefined) return `${name} alone: ${trial.groups.join(', ')}`;
  const note = hidden === undefined ? '' : `; ${hidden} is masked`;
  return `${name}: ${trial.byCause.join(', ')} -> ${trial.groups.join(', ')}${note}\n${formatCounts(soFar)}`;
}

function formatCounts({ tried, split, hidden, lone, oneGroup }: PairsTried): string {
  return `so far: ${split} of ${tried} pairs form several groups; in ${hidden}, one bug masks the other; ${oneGroup} of ${lone} single bugs form one group`;
}
