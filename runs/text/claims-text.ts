import { formatNumber, formatQuantity } from '../../base/text/index.js';
import { type ClaimResult, countClaimVerdicts } from '../../harness/records/index.js';

/** Formats how many of the judged sequence claims held, and how many could not be judged yet. */
export function formatClaims(results: readonly ClaimResult[]): string {
  const { held, judged, open } = countClaimVerdicts(results);
  if (judged === 0)
    return `none of the ${formatQuantity(results.length, 'sequence claim')} were judged (too few tests)`;
  const verdict = `${formatNumber(held)} of ${formatQuantity(judged, 'sequence claim')} held`;
  return open === 0 ? verdict : `${verdict}; ${formatNumber(open)} not judged (too few tests)`;
}
