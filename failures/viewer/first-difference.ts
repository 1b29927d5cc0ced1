import { leastOf } from '../../arch/index.js';
import type { TracedLine } from '../../harness/one-test/index.js';
import { eventText, missingLines } from '../../timeline/index.js';
import type { Transaction } from '../../transactions/index.js';

/** Each run's first event that the other run lacks in the same cycle, and the earlier of the two cycles. */
export interface FirstDifference {
  readonly cycle: number;
  readonly here?: string;
  readonly there?: string;
}

/** Describes where two streams first differ; undefined if every cycle has the same events in both, in any order. */
export function differenceOf(
  own: readonly TracedLine[],
  other: readonly TracedLine[],
): FirstDifference | undefined {
  const textsOf = (lines: readonly TracedLine[]): string[] => lines.map(({ line }) => line);
  const [ours, theirs] = [textsOf(own), textsOf(other)];
  const here = own[leastOf(missingLines(theirs, ours))];
  const there = other[leastOf(missingLines(ours, theirs))];
  if (here === undefined && there === undefined) return undefined;
  return {
    cycle: Math.min(here?.cycle ?? Infinity, there?.cycle ?? Infinity),
    ...(here === undefined ? {} : { here: wordsOf(here) }),
    ...(there === undefined ? {} : { there: wordsOf(there) }),
  };
}

function wordsOf({ cycle, line }: TracedLine): string {
  return `cycle ${cycle}: ${eventText(JSON.parse(line) as Transaction)}`;
}
