import { type CoverageData, summariseCoverage } from '../../coverage/index.js';
import { killsFault, type RankedClaim, type SuiteBase } from '../../harness/run-directory/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { FaultId } from '../../transactions/index.js';

/** The result of checking a ranked suite's claim. */
export interface RankedCheck {
  readonly claim: RankedClaim;
  /** The number of bins covered by the run. */
  readonly bins: number;
  /** Faults that their tests no longer kill. */
  readonly missed: readonly FaultId[];
  readonly holds: boolean;
}

/**
 * Checks a ranked suite's claim against a run of all its tests, then reruns each killing test with its fault.
 * @throws UsageError if one of the suite's sequences does not exist in this version
 */
export function checkRanked(
  suite: SuiteBase & { readonly ranked: RankedClaim },
  coverage: CoverageData,
  corpus: Corpus,
): RankedCheck {
  const claim = suite.ranked;
  const missed = claim.kills.flatMap(({ fault, by }) =>
    killsFault(by, fault, suite, corpus) ? [] : [fault],
  );
  const bins = summariseCoverage(coverage).hit;
  return { claim, bins, missed, holds: bins >= claim.bins && missed.length === 0 };
}
