import { counted, numberText } from '../../base/text/index.js';
import { type ClaimResult, claimVerdicts } from '../../harness/records/index.js';

/** How many claims of sequences held, of those for which the tests were enough to tell; then how many are open. */
export function claimsText(results: readonly ClaimResult[]): string {
  const { held, judged, open } = claimVerdicts(results);
  if (judged === 0) return `none of ${counted(results.length, 'claim')} of sequences judged: too few tests`;
  const verdict = `${numberText(held)} of ${counted(judged, 'claim')} of sequences held`;
  return open === 0 ? verdict : `${verdict}; ${numberText(open)} more not judged: too few tests`;
}
