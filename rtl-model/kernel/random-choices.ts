import { RandomStream, type Seed } from '../../transactions/index.js';
import { assert } from './assert.js';
import type { Choices } from './choices.js';

/** Picks each option with equal probability, using a seeded stream. */
export class RandomChoices implements Choices {
  private readonly stream: RandomStream;

  /** @throws RangeError if the string does not represent a seed. */
  constructor(seed: Seed | string) {
    this.stream = new RandomStream(seed);
  }

  choose(_point: number, n: number): number {
    assert(n > 0, 'a choice must have at least one option');
    return n === 1 ? 0 : this.stream.below(n);
  }
}
