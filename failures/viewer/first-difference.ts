import { leastOf } from '../../arch/index.js';
import type { TracedLine } from '../../harness/one-test/index.js';
import { findMissingLines, formatEvent } from '../../timeline/index.js';
import type { Transaction } from '../../transactions/index.js';

/** Where two runs first differ. */
export interface FirstDifference {
  /** The earlier cycle of the two events. */
  readonly cycle: number;
  /** This run's first event that does not occur in the same cycle of the other run. */
  readonly here?: string;
  /** The other run's first event that does not occur in the same cycle of this run. */
  readonly there?: string;
}

/** Finds where two streams first differ; undefined if each cycle has the same events in both, in any order. */
export function findFirstDifference(
  own: readonly TracedLine[],
  other: readonly TracedLine[],
): FirstDifference | undefined {
  const getLines = (lines: readonly TracedLine[]): string[] => lines.map(({ line }) => line);
  const [ours, theirs] = [getLines(own), getLines(other)];
  const here = own[leastOf(findMissingLines(theirs, ours))];
  const there = other[leastOf(findMissingLines(ours, theirs))];
  if (here === undefined && there === undefined) return undefined;
  return {
    cycle: Math.min(here?.cycle ?? Infinity, there?.cycle ?? Infinity),
    ...(here === undefined ? {} : { here: describe(here) }),
    ...(there === undefined ? {} : { there: describe(there) }),
  };
}

function describe({ cycle, line }: TracedLine): string {
  return `cycle ${cycle}: ${formatEvent(JSON.parse(line) as Transaction)}`;
}
