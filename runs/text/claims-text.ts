import { formatNumber, formatQuantity } from '../../base/text/index.js';
import { type ClaimResult, countClaimVerdicts } from '../../harness/records/index.js';

/** Formats how many of the judged sequence claims held, and how many could not be judged yet. */
export function formatClaims(results: readonly ClaimResult[]): string {
  const { held, judged, open: undecided } = countClaimVerdicts(results);
  if (judged === 0)
    return `none of the ${formatQuantity(results.length, 'sequence claim')} were judged (too few tests)`;
  const verdict = `${formatNumber(held)} of ${formatQuantity(judged, 'sequence claim')} held`;
  return undecided === 0 ? verdict : `${verdict}; ${formatNumber(undecided)} not judged (too few tests)`;
}
