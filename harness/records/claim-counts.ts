import { type Claim, SEQUENCES } from '../../stimulus/index.js';
import { binIndex } from './bin-index.js';

/** Tests of one sequence that were looked at, and how many of them showed each claim, by its text. */
export interface SequenceClaims {
  tests: number;
  readonly shown: Record<string, number>;
}

/** Claims by name of their sequence. */
export type ClaimCounts = Record<string, SequenceClaims>;

/** A claim over the tests of its sequence. */
export interface ClaimResult {
  readonly sequence: string;
  readonly claim: string;
  /** Of 100 tests at least this many have to show it. */
  readonly percent: number;
  readonly tests: number;
  readonly shown: number;
  /** Failed: if the claim held, so few tests would show it in less than one run in a million. */
  readonly failed: boolean;
  /** Whether the tests were enough for a verdict: the claim would have failed if none had shown it. */
  readonly judged: boolean;
}

/** Natural logarithm of the odds against a false alarm. */
const LOG_ODDS = Math.log(1e6);

/** The claims of a sequence with the places of their bins among those of all covergroups. */
interface PlacedClaim {
  readonly text: string;
  readonly bins: readonly number[];
}

const placed = new Map<string, readonly PlacedClaim[]>();

function claimsOf(sequence: string): readonly PlacedClaim[] {
  const known = placed.get(sequence);
  if (known !== undefined) return known;
  const claims: readonly Claim[] = SEQUENCES.find(({ name }) => name === sequence)?.claims ?? [];
  const made = claims.map(({ text, bins }) => ({ text, bins: bins.map(binIndex) }));
  placed.set(sequence, made);
  return made;
}

/** Adds what a passed test of a sequence hit, all covergroups one after another. */
export function countClaims(counts: ClaimCounts, sequence: string, hits: ArrayLike<number>): void {
  const claims = claimsOf(sequence);
  if (claims.length === 0) return;
  const own = ofSequence(counts, sequence);
  own.tests++;
  for (const { text, bins } of claims)
    if (bins.every((bin) => hits[bin]! > 0)) own.shown[text] = (own.shown[text] ?? 0) + 1;
}

/** Adds the counts of other tests. */
export function addClaimCounts(counts: ClaimCounts, others: Readonly<ClaimCounts>): void {
  for (const [sequence, { tests, shown }] of Object.entries(others)) {
    const own = ofSequence(counts, sequence);
    own.tests += tests;
    for (const [text, times] of Object.entries(shown)) own.shown[text] = (own.shown[text] ?? 0) + times;
  }
}

function ofSequence(counts: ClaimCounts, sequence: string): SequenceClaims {
  counts[sequence] ??= { tests: 0, shown: {} };
  return counts[sequence];
}

/** Every claim of the sequences that were counted; those that failed come first. */
export function claimResults(counts: Readonly<ClaimCounts>): ClaimResult[] {
  const results = SEQUENCES.flatMap(({ name, claims = [] }) => {
    const own = counts[name];
    if (own === undefined) return [];
    return claims.map(({ text, percent }): ClaimResult => {
      const shown = own.shown[text] ?? 0;
      const failed = isTooSeldom(shown, own.tests, percent / 100);
      const judged = isTooSeldom(0, own.tests, percent / 100);
      return { sequence: name, claim: text, percent, tests: own.tests, shown, failed, judged };
    });
  });
  return [...results.filter(({ failed }) => failed), ...results.filter(({ failed }) => !failed)];
}

/** How many of the claims were judged, and how many of those held. */
export function claimVerdicts(results: readonly ClaimResult[]): {
  readonly held: number;
  readonly judged: number;
  readonly open: number;
} {
  const judged = results.filter((result) => result.judged);
  const held = judged.filter(({ failed }) => !failed).length;
  return { held, judged: judged.length, open: results.length - judged.length };
}

/** Whether `shown` of `tests` is too seldom for an event of that chance, by Chernoff's bound on the lower tail. */
function isTooSeldom(shown: number, tests: number, chance: number): boolean {
  const share = shown / tests;
  if (tests === 0 || share >= chance) return false;
  const some = share === 0 ? 0 : share * Math.log(share / chance);
  return tests * (some + (1 - share) * Math.log((1 - share) / (1 - chance))) > LOG_ODDS;
}
