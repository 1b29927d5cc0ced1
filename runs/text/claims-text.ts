import { counted, numberText } from '../../base/text/index.js';
import { type ClaimResult, countClaimVerdicts } from '../../harness/records/index.js';

/** Says how many of the sequence claims that the tests could have refuted held, and how many are still open. */
export function claimsText(results: readonly ClaimResult[]): string {
  const { held, judged, open } = countClaimVerdicts(results);
  if (judged === 0) return `none of ${counted(results.length, 'sequence claim')} judged (too few tests)`;
  const verdict = `${numberText(held)} of ${counted(judged, 'sequence claim')} held`;
  return open === 0 ? verdict : `${verdict}; ${numberText(open)} not judged (too few tests)`;
}
