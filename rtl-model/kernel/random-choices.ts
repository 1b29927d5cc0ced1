import { RandomStream, type Seed } from '../../transactions/index.js';
import type { Choices } from './choices.js';

/** Takes each alternative with equal probability, from a seeded stream. */
export class RandomChoices implements Choices {
  private readonly stream: RandomStream;

  /** @throws RangeError when the text is not a seed. */
  constructor(seed: Seed | string) {
    this.stream = new RandomStream(seed);
  }

  choose(_point: number, n: number): number {
    return n === 1 ? 0 : this.stream.below(n);
  }
}
