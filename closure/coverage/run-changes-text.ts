import { percentText } from '../../coverage/index.js';
import type { RunChanges } from './run-changes.js';

/** Maximum number of bins named per kind of change. */
const MAX_BINS = 20;

/**
 * Describes the changes from one run to another, one per line: coverage, speed, failure groups, rules that are no
 * longer armed, and bins.
 */
export function runChangesLines(changes: RunChanges): string[] {
  const { since, newGroups, goneGroups, changed, won, lost, disarmed, percent, testsPerSecond } = changes;
  return [
    `since ${since}: coverage ${percentText(percent[0], 2)} before, ${percentText(percent[1], 2)} now; ` +
      `speed ${testsPerSecond[0].toFixed(1)} tests/s before, ${testsPerSecond[1].toFixed(1)} now`,
    namesLine(
      'new failure groups',
      newGroups.map(({ signature }) => signature),
    ),
    namesLine(
      'failure groups gone',
      goneGroups.map(({ signature }) => signature),
    ),
    namesLine('rules no longer armed', disarmed),
    ...(changed.length === 0 ? [] : [namesLine('covergroups not compared (definition changed)', changed)]),
    namesLine('bins no longer covered', lost.map(binName)),
    namesLine('newly covered bins', won.map(binName)),
  ];
}

function binName({ group, item, bin }: { group: string; item: string; bin: string }): string {
  return `${group}/${item}/${bin}`;
}

function namesLine(label: string, names: readonly string[]): string {
  if (names.length === 0) return `${label}: none`;
  const hidden = names.length - MAX_BINS;
  const shown = names.slice(0, MAX_BINS).join(', ');
  return `${label}: ${names.length}: ${shown}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}
