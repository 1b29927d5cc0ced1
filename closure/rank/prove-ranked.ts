import { type CoverageData, coverageSummary } from '../../coverage/index.js';
import { killsFault, type RankedClaim, type SuiteBase } from '../../harness/run-directory/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { FaultId } from '../../transactions/index.js';

/** The result of checking the claim of a ranked suite. */
export interface RankedProof {
  readonly claim: RankedClaim;
  /** The number of bins that the run covered. */
  readonly bins: number;
  /** The faults that are no longer killed by their tests. */
  readonly missed: readonly FaultId[];
  readonly holds: boolean;
}

/**
 * Compares the claim of a ranked suite with a run of all its tests, and runs each fault's test with that fault.
 * @throws UsageError if this version lacks one of the suite's sequences
 */
export function proveRanked(
  suite: SuiteBase & { readonly ranked: RankedClaim },
  coverage: CoverageData,
  corpus: Corpus,
): RankedProof {
  const claim = suite.ranked;
  const missed = claim.kills.flatMap(({ fault, by }) =>
    killsFault(by, fault, suite, corpus) ? [] : [fault],
  );
  const bins = coverageSummary(coverage).hit;
  return { claim, bins, missed, holds: bins >= claim.bins && missed.length === 0 };
}
