import { formatPercentage } from '../../coverage/index.js';
import type { RunChanges } from './run-changes.js';

/** Maximum number of names listed per kind of change. */
const MAX_NAMES = 20;

/**
 * Describes the changes from one run to another, one per line: coverage, speed, failure groups, rules that are no
 * longer armed, and bins.
 */
export function formatRunChanges(changes: RunChanges): string[] {
  const { since, newGroups, vanishedGroups, changed, won, lost, disarmed, percent, testsPerSecond } = changes;
  return [
    `since ${since}: coverage ${formatPercentage(percent[0], 2)} before, ${formatPercentage(percent[1], 2)} now; ` +
      `speed ${testsPerSecond[0].toFixed(1)} tests/s before, ${testsPerSecond[1].toFixed(1)} now`,
    formatNames(
      'new failure groups',
      newGroups.map(({ signature }) => signature),
    ),
    formatNames(
      'failure groups no longer seen',
      vanishedGroups.map(({ signature }) => signature),
    ),
    formatNames('rules no longer armed', disarmed),
    ...(changed.length === 0 ? [] : [formatNames('covergroups not compared (definition changed)', changed)]),
    formatNames('bins no longer covered', lost.map(formatBin)),
    formatNames('newly covered bins', won.map(formatBin)),
  ];
}

function formatBin({ group, item, bin }: { group: string; item: string; bin: string }): string {
  return `${group}/${item}/${bin}`;
}

function formatNames(label: string, names: readonly string[]): string {
  if (names.length === 0) return `${label}: none`;
  const hidden = names.length - MAX_NAMES;
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return `${label}: ${names.length}: ${shown}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}
