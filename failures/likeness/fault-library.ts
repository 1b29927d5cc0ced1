import type { SimilarFault } from '../../harness/triage-findings/index.js';
import { computeSimilarity, type FaultFingerprint, Likelihoods, Rarity } from './distance.js';
import type { Fingerprint } from './print.js';

/** The maximum number of faults to list per group. */
const MAX_FAULTS = 3;
/** The minimum similarity of a listed fault. */
const MIN_SIMILARITY = 0.3;

/** The library's faults, prepared for comparison with many groups. */
export class FaultLibrary {
  private readonly faults: readonly FaultFingerprint[];
  private readonly likelihoods: Likelihoods;
  private readonly rarity: Rarity;

  /** Ignores faults that have no failing tests. */
  constructor(fingerprints: readonly FaultFingerprint[]) {
    this.faults = fingerprints.filter(({ fingerprint }) => fingerprint.tests > 0);
    this.likelihoods = new Likelihoods(this.faults);
    this.rarity = new Rarity(this.faults);
  }

  /** Returns the faults that a group resembles, most likely first, or an empty list if none is similar enough. */
  findNearest(fingerprint: Fingerprint): readonly SimilarFault[] {
    if (fingerprint.tests === 0) return [];
    const likelihoods = this.likelihoods.compute(fingerprint);
    return findTopIndices(likelihoods, MAX_FAULTS)
      .map((index) => this.faults[index]!)
      .map(({ fault, fingerprint: faultFingerprint }) => ({
        fault,
        nearness: roundFraction(computeSimilarity(fingerprint, faultFingerprint, this.rarity)),
      }))
      .filter((fault) => fault.nearness >= MIN_SIMILARITY);
  }
}

/** Returns the indices of the `count` largest numbers, largest first. Ties are sorted by index. */
function findTopIndices(numbers: Float64Array, count: number): number[] {
  const best: number[] = [];
  for (let index = 0; index < numbers.length; index++) {
    let rank = best.length;
    while (rank > 0 && numbers[best[rank - 1]!]! < numbers[index]!) rank--;
    if (rank >= count) continue;
    best.splice(rank, 0, index);
    best.length = Math.min(best.length, count);
  }
  return best;
}

function roundFraction(fraction: number): number {
  return Math.round(100 * fraction) / 100;
}
