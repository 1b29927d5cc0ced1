import { counted, numberText } from '../../base/text/index.js';
import { type ClaimResult, claimVerdicts } from '../../harness/records/index.js';

/** How many sequence claims held, of those the tests could have refuted; then how many are open. */
export function claimsText(results: readonly ClaimResult[]): string {
  const { held, judged, open } = claimVerdicts(results);
  if (judged === 0) return `none of ${counted(results.length, 'sequence claim')} judged (too few tests)`;
  const verdict = `${numberText(held)} of ${counted(judged, 'sequence claim')} held`;
  return open === 0 ? verdict : `${verdict}; ${numberText(open)} not judged (too few tests)`;
}
