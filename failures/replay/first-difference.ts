import { findMin } from '../../arch/index.js';
import type { TracedLine } from '../../harness/one-test/index.js';
import type { Transaction } from '../../transactions/index.js';
import { formatEvent } from '../timeline/events.js';

/** Where two runs first differ. */
export interface FirstDifference {
  /** The cycle of the earlier of the two events. */
  readonly cycle: number;
  /** This run's first event that does not occur in the same cycle of the other run. */
  readonly here?: string;
  /** The other run's first event that does not occur in the same cycle of this run. */
  readonly there?: string;
}

/** Returns where two streams first differ, or undefined if every cycle has the same events in both, in any order. */
export function findFirstDifference(
  own: readonly TracedLine[],
  other: readonly TracedLine[],
): FirstDifference | undefined {
  const getLines = (lines: readonly TracedLine[]): string[] => lines.map(({ line }) => line);
  const [ours, theirs] = [getLines(own), getLines(other)];
  const here = own[findMin(findMissingLines(theirs, ours))];
  const there = other[findMin(findMissingLines(ours, theirs))];
  if (here === undefined && there === undefined) return undefined;
  return {
    cycle: Math.min(here?.cycle ?? Infinity, there?.cycle ?? Infinity),
    ...(here === undefined ? {} : { here: describeLine(here) }),
    ...(there === undefined ? {} : { there: describeLine(there) }),
  };
}

function describeLine({ cycle, line }: TracedLine): string {
  return `cycle ${cycle}: ${formatEvent(JSON.parse(line) as Transaction)}`;
}

/**
 * Returns the indices of the lines in `own` that are missing from `other`, regardless of order. If a line is repeated,
 * only the occurrences beyond those in `other` count as missing.
 */
function findMissingLines(other: readonly string[], own: readonly string[]): ReadonlySet<number> {
  const unmatched = new Map<string, number>();
  for (const line of other) unmatched.set(line, (unmatched.get(line) ?? 0) + 1);
  const missing = new Set<number>();
  own.forEach((line, index) => {
    const count = unmatched.get(line) ?? 0;
    if (count === 0) missing.add(index);
    else unmatched.set(line, count - 1);
  });
  return missing;
}
