import { type CoverageData, coverageSummary } from '../../coverage/index.js';
import { killsFault, type RankedClaim, type SuiteBase } from '../../harness/run-directory/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { FaultId } from '../../transactions/index.js';

/** What is left of a ranked suite's claim. */
export interface RankedProof {
  readonly claim: RankedClaim;
  /** Bins that the run covered. */
  readonly bins: number;
  /** Faults that no longer fail their test. */
  readonly missed: readonly FaultId[];
  readonly holds: boolean;
}

/**
 * Compares the claim of a ranked suite with a run of all its tests, and runs the test of each fault with that fault.
 * @throws UsageError where this version lacks a sequence that the suite names
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
