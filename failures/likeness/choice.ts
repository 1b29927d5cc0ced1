import type { LikeFault } from '../../harness/triage-findings/index.js';
import { type FaultPrint, Likelihoods, nearness, Rarity } from './distance.js';
import type { Print } from './print.js';

/** Faults that a group is said to look like. */
export const NAMED = 3;
/** A fault with less in common than this is not near. */
const NEAR = 0.3;

/** The faults of the library, ready to be compared with many groups. */
export class FaultLibrary {
  private readonly faults: readonly FaultPrint[];
  private readonly likelihoods: Likelihoods;
  private readonly rarity: Rarity;

  /** Faults without a failing test are like nothing. */
  constructor(prints: readonly FaultPrint[]) {
    this.faults = prints.filter(({ print }) => print.tests > 0);
    this.likelihoods = new Likelihoods(this.faults);
    this.rarity = new Rarity(this.faults);
  }

  /** The faults that a group looks like, the likeliest first; none where no one is near. */
  nearest(print: Print): readonly LikeFault[] {
    if (print.tests === 0) return [];
    const likelihoods = this.likelihoods.of(print);
    return highest(likelihoods, NAMED)
      .map((at) => this.faults[at]!)
      .map(({ fault, print: own }) => ({ fault, nearness: rounded(nearness(print, own, this.rarity)) }))
      .filter((like) => like.nearness >= NEAR);
  }
}

/** Places of the highest numbers, highest first; of equal ones the first. */
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
