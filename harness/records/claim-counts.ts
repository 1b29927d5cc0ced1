import { type Claim, SEQUENCES } from '../../stimulus/index.js';
import { binIndex } from './bin-index.js';

/** Tests of one sequence that were examined, and how many showed each claim, by its text. */
export interface SequenceClaims {
  tests: number;
  readonly shown: Record<string, number>;
}

/** Claims by sequence name. */
export type ClaimCounts = Record<string, SequenceClaims>;

/** A claim over its sequence's tests. */
export interface ClaimResult {
  readonly sequence: string;
  readonly claim: string;
  /** Minimum percentage of tests that must show it. */
  readonly percent: number;
  readonly tests: number;
  readonly shown: number;
  /** Failed: if the claim held, so few tests would show it in less than one run in a million. */
  readonly failed: boolean;
  /** Whether there were enough tests for a verdict: the claim would have failed if none had shown it. */
  readonly judged: boolean;
}

/** Natural logarithm of the odds against a false alarm. */
const LOG_ODDS = Math.log(1e6);

/** A sequence's claims with their bins' positions among all covergroups'. */
interface PlacedClaim {
  readonly text: string;
  readonly bins: readonly number[];
}

const claimsBySequence = new Map<string, readonly PlacedClaim[]>();

function claimsOf(sequence: string): readonly PlacedClaim[] {
  const known = claimsBySequence.get(sequence);
  if (known !== undefined) return known;
  const claims: readonly Claim[] = SEQUENCES.find(({ name }) => name === sequence)?.claims ?? [];
  const placedClaims = claims.map(({ text, bins }) => ({ text, bins: bins.map(binIndex) }));
  claimsBySequence.set(sequence, placedClaims);
  return placedClaims;
}

/** Adds the hits of a sequence's passed test, all covergroups concatenated. */
export function countClaims(counts: ClaimCounts, sequence: string, hits: ArrayLike<number>): void {
  const claims = claimsOf(sequence);
  if (claims.length === 0) return;
  const sequenceCounts = countsOf(counts, sequence);
  sequenceCounts.tests++;
  for (const { text, bins } of claims)
    if (bins.every((bin) => hits[bin]! > 0))
      sequenceCounts.shown[text] = (sequenceCounts.shown[text] ?? 0) + 1;
}

/** Adds the counts of other tests. */
export function addClaimCounts(counts: ClaimCounts, others: Readonly<ClaimCounts>): void {
  for (const [sequence, { tests, shown }] of Object.entries(others)) {
    const sequenceCounts = countsOf(counts, sequence);
    sequenceCounts.tests += tests;
    for (const [text, times] of Object.entries(shown))
      sequenceCounts.shown[text] = (sequenceCounts.shown[text] ?? 0) + times;
  }
}

function countsOf(counts: ClaimCounts, sequence: string): SequenceClaims {
  counts[sequence] ??= { tests: 0, shown: {} };
  return counts[sequence];
}

/** Every claim of the counted sequences; failed ones come first. */
export function claimResults(counts: Readonly<ClaimCounts>): ClaimResult[] {
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

/** Number of claims judged, how many of them held, and how many are open for lack of tests. */
export function claimVerdicts(results: readonly ClaimResult[]): {
  readonly held: number;
  readonly judged: number;
  readonly open: number;
} {
  const judged = results.filter((result) => result.judged);
  const held = judged.filter(({ failed }) => !failed).length;
  return { held, judged: judged.length, open: results.length - judged.length };
}

/** Whether `shown` of `tests` is too few for an event of that probability, by Chernoff's bound on the lower tail. */
function isTooRare(shown: number, tests: number, chance: number): boolean {
  const share = shown / tests;
  if (tests === 0 || share >= chance) return false;
  const shownTerm = share === 0 ? 0 : share * Math.log(share / chance);
  return tests * (shownTerm + (1 - share) * Math.log((1 - share) / (1 - chance))) > LOG_ODDS;
}
