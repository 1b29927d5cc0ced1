import { RandomStream, type Seed } from '../../transactions/index.js';
import { assert } from './assert.js';
import type { Choices } from './choices.js';

/** A step at which the priority of the winning source drops below zero. */
interface PriorityChange {
  readonly step: number;
  readonly priority: number;
}

/**
 * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010).
 *
 * Every source has a random priority, and the highest priority offered wins. At `depth - 1` random steps, the winner
 * drops below all sources that have never dropped, to a predetermined rank. **Guarantee:** with n sources and k steps,
 * a bug that appears whenever `depth` steps occur in a certain order is found with a probability of at least 1 /
 * (n k^(depth - 1)). This holds only where choices determine the order; priorities cannot move an event whose cycle is
 * set by latencies.
 *
 * A step is a choice with more than one alternative. If no sources are passed, each alternative of a choice point
 * acts as a separate source, so a given latency stays the same until the next priority change.
 */
export class PctChoices implements Choices {
  private readonly salt: number;
  private readonly changes: readonly PriorityChange[];
  /** The demoted sources, one for each change so far. A source demoted twice keeps its second rank. */
  private readonly demoted: number[] = [];
  private step = 0;

  /**
   * @param seed a 64-bit seed, or its string representation.
   * @param depth the number of steps whose relative order triggers the bug, 1 or more.
   * @param steps the expected number of steps in the run, 1 or more. The priority changes are spread over them.
   * @throws RangeError if an argument is out of range.
   */
  constructor(seed: Seed | string, depth: number, steps: number) {
    requireCount('depth', depth);
    requireCount('steps', steps);
    const stream = new RandomStream(seed);
    this.salt = stream.nextUint32();
    const changes: PriorityChange[] = [];
    for (let rank = 1; rank < depth; rank++) changes.push({ step: stream.below(steps), priority: -rank });
    this.changes = changes.sort((a, b) => a.step - b.step);
  }

  choose(point: number, n: number, sources?: Int32Array, first = 0): number {
    assert(
      n > 0 && n <= 1 << ALTERNATIVE_BITS,
      'the number of alternatives is in range, so each one has its own priority',
    );
    if (n === 1) return 0;
    let winner = this.pickHighest(point, n, sources, first);
    while (
      this.demoted.length < this.changes.length &&
      this.changes[this.demoted.length].step === this.step
    ) {
      this.demoted.push(getSource(point, winner, sources, first));
      winner = this.pickHighest(point, n, sources, first);
    }
    this.step++;
    return winner;
  }

  private pickHighest(point: number, n: number, sources: Int32Array | undefined, first: number): number {
    let best = 0;
    let bestPriority = this.getPriority(getSource(point, 0, sources, first));
    for (let alternative = 1; alternative < n; alternative++) {
      const priority = this.getPriority(getSource(point, alternative, sources, first));
      if (priority > bestPriority) {
        best = alternative;
        bestPriority = priority;
      }
    }
    return best;
  }

  /** Returns the source's priority: a 32-bit hash, so no table is needed, or a negative number if it was demoted. */
  private getPriority(source: number): number {
    for (let change = this.demoted.length - 1; change >= 0; change--) {
      if (this.demoted[change] === source) return this.changes[change].priority;
    }
    return hash32(source ^ this.salt);
  }
}

/** The number of bits for the index of an alternative. */
const ALTERNATIVE_BITS = 16;

/** Returns the identity of an alternative. Negative without `sources`, and thus different from every real source. */
function getSource(
  point: number,
  alternative: number,
  sources: Int32Array | undefined,
  first: number,
): number {
  return sources === undefined ? ~((point << ALTERNATIVE_BITS) | alternative) : sources[first + alternative];
}

/** A bijection on 32-bit integers that maps similar values to very different ones (the MurmurHash3 finaliser). */
export function hash32(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function requireCount(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1)
    throw new RangeError(`PCT ${name} must be 1 or more, got ${value}`);
}
