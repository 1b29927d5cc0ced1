import type { LikeFault } from '../../harness/triage-findings/index.js';
import { type FaultPrint, Likelihoods, nearness, Rarity } from './distance.js';
import type { Print } from './print.js';

/** Maximum number of faults named per group. */
const FAULTS_NAMED = 3;
/** Minimum nearness of a fault that is named. */
const NEARNESS_MIN = 0.3;

/** The library's faults, prepared for comparison with many groups. */
export class FaultLibrary {
  private readonly faults: readonly FaultPrint[];
  private readonly likelihoods: Likelihoods;
  private readonly rarity: Rarity;

  /** Ignores faults without a failing test. */
  constructor(prints: readonly FaultPrint[]) {
    this.faults = prints.filter(({ print }) => print.tests > 0);
    this.likelihoods = new Likelihoods(this.faults);
    this.rarity = new Rarity(this.faults);
  }

  /** The faults that a group resembles, likeliest first; empty if none is near. */
  nearest(print: Print): readonly LikeFault[] {
    if (print.tests === 0) return [];
    const likelihoods = this.likelihoods.of(print);
    return highest(likelihoods, FAULTS_NAMED)
      .map((at) => this.faults[at]!)
      .map(({ fault, print: faultPrint }) => ({
        fault,
        nearness: rounded(nearness(print, faultPrint, this.rarity)),
      }))
      .filter((like) => like.nearness >= NEARNESS_MIN);
  }
}

/** Indices of the highest numbers, highest first; the lower index first among equals. */
function highest(numbers: Float64Array, count: number): number[] {
  const best: number[] = [];
  for (let at = 0; at < numbers.length; at++) {
    let place = best.length;
    while (place > 0 && numbers[best[place - 1]!]! < numbers[at]!) place--;
    if (place >= count) continue;
    best.splice(place, 0, at);
    best.length = Math.min(best.length, count);
  }
  return best;
}

function rounded(share: number): number {
  return Math.round(100 * share) / 100;
}
