import { z } from 'zod';
import { type Claim, SEQUENCES } from '../../stimulus/index.js';
import { natural } from '../basics/number-schemas.js';
import { findBinIndex } from './bin-index.js';

/** By sequence name, the number of tests examined, and how many of them confirmed each claim, keyed by its text. */
export const claimCountsSchema = z.record(
  z.string(),
  z.strictObject({ tests: natural, shown: z.record(z.string(), natural) }),
);

/** Claim counts by sequence name. */
export type ClaimCounts = z.infer<typeof claimCountsSchema>;

/** How often a sequence's tests confirmed one of its claims. */
export interface ClaimResult {
  readonly sequence: string;
  readonly claim: string;
  /** The percentage of tests that must confirm it. */
  readonly percent: number;
  readonly tests: number;
  readonly shown: number;
  /**
   * Whether the claim failed: if it were true, the chance of so few tests confirming it would be less than one in a
   * million.
   */
  readonly failed: boolean;
  /** Whether there were enough tests for a verdict: the claim would have failed if no test had confirmed it. */
  readonly judged: boolean;
}

/** The natural logarithm of the odds against a false alarm. */
const LOG_ODDS = Math.log(1e6);

/** A claim, with the indices of its bins among the bins of all covergroups. */
interface IndexedClaim extends Pick<Claim, 'text' | 'any'> {
  readonly bins: readonly number[];
}

const claimsBySequence = new Map<string, readonly IndexedClaim[]>();

function findClaims(sequence: string): readonly IndexedClaim[] {
  const cached = claimsBySequence.get(sequence);
  if (cached !== undefined) return cached;
  const claims: readonly Claim[] = SEQUENCES.find(({ name }) => name === sequence)?.claims ?? [];
  const indexedClaims = claims.map((claim) => ({ ...claim, bins: claim.bins.map(findBinIndex) }));
  claimsBySequence.set(sequence, indexedClaims);
  return indexedClaims;
}

/** Counts a test that passed and the claims that it confirms. `hits` covers the bins of all covergroups. */
export function countClaims(counts: ClaimCounts, sequence: string, hits: ArrayLike<number>): void {
  const claims = findClaims(sequence);
  if (claims.length === 0) return;
  const isHit = (bin: number): boolean => hits[bin]! > 0;
  const shown = claims.filter(({ bins, any }) => (any ? bins.some(isHit) : bins.every(isHit)));
  addClaimCounts(counts, {
    [sequence]: { tests: 1, shown: Object.fromEntries(shown.map(({ text }) => [text, 1])) },
  });
}

/** Adds the counts from other tests. */
export function addClaimCounts(counts: ClaimCounts, others: Readonly<ClaimCounts>): void {
  for (const [sequence, { tests, shown }] of Object.entries(others)) {
    counts[sequence] ??= { tests: 0, shown: {} };
    const sum = counts[sequence];
    sum.tests += tests;
    for (const [text, times] of Object.entries(shown)) sum.shown[text] = (sum.shown[text] ?? 0) + times;
  }
}

/** Returns the results for all claims of the counted sequences, failed ones first. */
export function getClaimResults(counts: Readonly<ClaimCounts>): ClaimResult[] {
  const results = SEQUENCES.flatMap(({ name, claims = [] }) => {
    const sequenceCounts = counts[name];
    if (sequenceCounts === undefined) return [];
    return claims.map(({ text, percent }): ClaimResult => {
      const shown = sequenceCounts.shown[text] ?? 0;
      const failed = isTooRare(shown, sequenceCounts.tests, percent / 100);
      const judged = isTooRare(0, sequenceCounts.tests, percent / 100);
      return { sequence: name, claim: text, percent, tests: sequenceCounts.tests, shown, failed, judged };
    });
  });
  return [...results.filter(({ failed }) => failed), ...results.filter(({ failed }) => !failed)];
}

/** Counts the claims that were judged, those that held, and those undecided because there were too few tests. */
export function countClaimVerdicts(results: readonly ClaimResult[]): {
  readonly held: number;
  readonly judged: number;
  readonly open: number;
} {
  const judged = results.filter((result) => result.judged);
  const held = judged.filter(({ failed }) => !failed).length;
  return { held, judged: judged.length, open: results.length - judged.length };
}

/**
 * Whether `shown` out of `tests` is too few for an event of probability `probability`, using the Chernoff bound on the
 * lower tail.
 */
function isTooRare(shown: number, tests: number, probability: number): boolean {
  const fraction = shown / tests;
  if (tests === 0 || fraction >= probability) return false;
  const shownTerm = fraction === 0 ? 0 : fraction * Math.log(fraction / probability);
  return tests * (shownTerm + (1 - fraction) * Math.log((1 - fraction) / (1 - probability))) > LOG_ODDS;
}
