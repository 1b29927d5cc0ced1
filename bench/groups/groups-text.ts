import type { FailureGroup } from '../../failures/groups/index.js';
import type { LoneFault } from './split-faults.js';
import type { PairsTried, TriedFaults } from './try-pairs.js';

/** Maximum number of errors to show per group. */
const FIRED_SHOWN_MAX = 4;

/** Formats a fault that causes several groups on its own, with what fired in each. */
export function loneText({ fault, groups }: LoneFault): string {
  return [`${fault}:`, ...groups.map(groupText)].join('\n');
}

function groupText({ signature, count, buckets, shownBy }: FailureGroup): string {
  const fired = new Set(buckets.flatMap(({ causes }) => [...causes.keys()]));
  const cause = shownBy === undefined ? '' : ` beside ${shownBy.cause}`;
  return `  ${signature}${cause}: ${count}, fired ${[...fired].slice(0, FIRED_SHOWN_MAX).join(' / ')}`;
}

/**
 * Formats the groups of a single fault, or those of a pair before and after triage with the figures so far.
 */
export function triedText({ faults, trial, hidden, soFar }: TriedFaults): string {
  const name = faults.join(' and ');
  if (soFar === undefined) return `${name} alone: ${trial.groups.join(', ')}`;
  const note = hidden === undefined ? '' : `; nothing shows ${hidden}`;
  return `${name}: ${trial.byCause.join(', ')} -> ${trial.groups.join(', ')}${note}\n${soFarText(soFar)}`;
}

function soFarText({ tried, split, hidden, lone, whole }: PairsTried): string {
  return `so far: ${split} of ${tried} pairs are several groups; in ${hidden}, one bug hides the other; ${whole} of ${lone} single bugs are one group`;
}
